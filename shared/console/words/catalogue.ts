import type { CatalogueOf, NamesIn, Plural } from '../../words/types.ts';
import type { rooms } from './en/rooms.ts';
import type { en } from './words.en.ts';

type English = typeof en & typeof rooms;

/** The words of a language. A missing key is an error of the compiler. */
export type Catalogue = CatalogueOf<typeof en>;
/** The words of the screens of rooms, which are loaded with them. */
export type RoomWords = CatalogueOf<typeof rooms>;
export type WordKey = keyof English;

/** The values for the places in the text of a key, such as `{name}`. */
export type ValuesOf<Key extends WordKey> = [NamesIn<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<English[Key]>, string | number>>];

/** Returns the text of an entry with its values. `count` decides the plural form. Numbers are written as in the language. */
export function fill(
  entry: string | Plural,
  language: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = typeof entry === 'string' ? entry : pluralOf(entry, language, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

const pluralOf = (entry: Plural, language: string, count: number): string =>
  entry[new Intl.PluralRules(language).select(count)] ?? entry.other;
