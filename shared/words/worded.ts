import type { CatalogueOf, NamesIn } from './types.ts';
import type { en } from './words.en.ts';

export type Catalogue = CatalogueOf<typeof en>;
export type WordKey = keyof Catalogue;

/** A text that is named by its key, because its language is not known yet. */
export interface Worded {
  readonly key: WordKey;
  readonly values?: Readonly<Record<string, WordValue>> | undefined;
}

export type WordValue = string | number | Date | Worded;

/** The values for the places in the text of a key, such as `{name}`. */
export type ValuesOf<Key extends WordKey, Value = WordValue> = [NamesIn<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof en)[Key]>, Value>>];

/** The keys of texts without values. */
export type PlainKey = { [Key in WordKey]: ValuesOf<Key> extends [] ? Key : never }[WordKey];

/** Names a text by its key and values. Modules that only name texts load no catalogue. */
export const worded = <Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key>): Worded => ({
  key,
  values,
});
