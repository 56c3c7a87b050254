import type { Language } from '../contract/enumerations.ts';
import { type CallerItem, findUserByEmail } from '../data/callers/callers.ts';

type Chosen = Pick<CallerItem, 'language'> | undefined;

/** Returns the language that a person chose, and English if they chose none. */
export const languageOf = (person: Chosen): Language => person?.language ?? 'en';

/** Returns the language that the person with an address chose; for others, that of the sender. */
export const languageFor = async (email: string, sender: Chosen): Promise<Language> =>
  (await findUserByEmail(email))?.language ?? languageOf(sender);
