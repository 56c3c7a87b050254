/** A text for each plural category that a language has (Unicode, "Language Plural Rules"). */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The words of a language, with the same keys as the English words. A missing key is an error of the compiler. */
export type CatalogueOf<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type TextsOf<Entry> = Entry extends string ? Entry : Entry[keyof Entry];

/** The names of the places in an entry, such as `{name}`. `count` also chooses the plural form. */
export type NamesIn<Entry> = Names<TextsOf<Entry>> | (Entry extends string ? never : 'count');
