import type { Catalogue, WordKey } from '../../../console/words/catalogue.ts';
import { de } from '../../../console/words/words.de.ts';
import { en } from '../../../console/words/words.en.ts';
import { ja } from '../../../console/words/words.ja.ts';
import { languageOf } from '../language.ts';

const catalogues: Readonly<Record<string, Catalogue>> = { en, de, ja };

/** The keys of texts without plural forms and values. */
type PlainKey = { [Key in WordKey]: Catalogue[Key] extends string ? Key : never }[WordKey];

export interface Words {
  readonly language: string;
  text(key: PlainKey): string;
}

/** Returns the words of the console in the language that a browser prefers. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const language = languageOf(acceptLanguage, Object.keys(catalogues));
  const catalogue = catalogues[language] ?? en;
  return { language, text: (key) => catalogue[key] };
}
