import type { Language } from '../contract/enumerations.ts';
import { type CallerItem, findUserByEmail } from '../data/callers/callers.ts';

type Chosen = Pick<CallerItem, 'language'> | undefined;

/** Returns the language that a person chose; English if the person chose none. */
export const languageOf = (person: Chosen): Language => person?.language ?? 'en';

/**
 * Returns the language that the person with an address chose. Returns the sender's language if no person has the address, or if the person
 * chose none.
 */
export const languageFor = async (email: string, sender: Chosen): Promise<Language> =>
  (await findUserByEmail(email))?.language ?? languageOf(sender);
