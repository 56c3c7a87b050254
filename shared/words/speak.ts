import type { Language } from '../contract/enumerations.ts';
import type { Catalogue } from './worded.ts';
import { speaking } from './words.ts';

/** The words of each language except English are in a file of their own, which is loaded when it is first needed. */
const catalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: () => import('./words.de.ts').then(({ de }) => de),
  ja: () => import('./words.ja.ts').then(({ ja }) => ja),
};

/** Runs `act` in a language: everything that it calls has the words of that language. */
export async function speak<Result>(language: Language, act: () => Promise<Result>): Promise<Result> {
  if (language === 'en') return act();
  const words = await catalogues[language]();
  return speaking.run({ language, words }, act);
}
