import type { en } from './words.en.ts';

/** A text for each plural category that a language has (Unicode, "Language Plural Rules"). */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The words of a language. A missing key is an error of the compiler. */
export type Catalogue = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural;
};
export type WordKey = keyof Catalogue;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type TextsOf<Entry> = Entry extends string ? Entry : Entry[keyof Entry];

/** The values that the text of a key has places for: `{name}`. */
export type ValuesOf<Key extends WordKey> = [Names<TextsOf<(typeof en)[Key]>>] extends [never]
  ? []
  : [values: Readonly<Record<Names<TextsOf<(typeof en)[Key]>>, string | number>>];

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
