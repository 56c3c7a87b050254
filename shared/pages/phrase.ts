import { type Html, html } from '../text/html.ts';
import type { ValuesOf, WordKey, WordValue } from '../words/worded.ts';
import { shown, textOf } from '../words/words.ts';

type PhraseValue = Html | WordValue;

const markup = (value: PhraseValue | undefined): Html | string =>
  typeof value === 'object' && 'markup' in value ? value : shown(value ?? '');

/** Returns the text of a key as markup. The values in the text may also be markup. */
export const phrase = <Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key, PhraseValue>): Html =>
  phraseOf(key, values);

/** Returns the text of a key as markup. The compiler does not check the values. */
export const phraseOf = (key: WordKey, values: Readonly<Record<string, PhraseValue>> = {}): Html =>
  html`${textOf(key, values.count)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : markup(values[part])))}`;
