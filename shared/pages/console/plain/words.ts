import type { Catalogue, WordKey } from '../../../console/words/catalogue.ts';
import { de } from '../../../console/words/words.de.ts';
import { en } from '../../../console/words/words.en.ts';
import { ja } from '../../../console/words/words.ja.ts';
import type { Language } from '../../../contract/enumerations.ts';
import { language } from '../../../words/words.ts';

const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, ja };

/** The keys of texts that have no plural forms and no values to fill in. */
type PlainKey = { [Key in WordKey]: Catalogue[Key] extends string ? Key : never }[WordKey];

export interface Words {
  text(key: PlainKey): string;
}

/** Returns the words of the console in the language of the page. */
export const wordsForPlain = (): Words => ({ text: (key) => catalogues[language()][key] });
