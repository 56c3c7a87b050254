import type { Catalogue } from '../../../console/words/catalogue.ts';
import type { Language } from '../../../contract/enumerations.ts';
import { language } from '../../../words/words.ts';

/** Loaded when they are needed, because most requests of the console are for files. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import('../../../console/words/words.en.ts')).en,
  de: async () => (await import('../../../console/words/words.de.ts')).de,
  ja: async () => (await import('../../../console/words/words.ja.ts')).ja,
};

/** The keys of texts that have no plural forms and no values to fill in. */
type PlainKey = { [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never }[keyof Catalogue];

export interface Words {
  text(key: PlainKey): string;
}

/** Returns the words of the console in the language of the page. */
export async function wordsForPlain(): Promise<Words> {
  const words = await catalogues[language()]();
  return { text: (key) => words[key] };
}
