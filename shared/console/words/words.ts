import { signal } from '@preact/signals';
import { type Catalogue, fill, type ValuesOf, type WordKey } from './catalogue.ts';

/** Each catalogue is a file of its own, so that a browser loads only one. */
const catalogues = {
  en: () => import('./words.en.ts').then(({ en }): Catalogue => en),
  de: () => import('./words.de.ts').then(({ de }) => de),
  ja: () => import('./words.ja.ts').then(({ ja }) => ja),
} as const satisfies Readonly<Record<string, () => Promise<Catalogue>>>;

export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as Language[];

const isLanguage = (text: string): text is Language => Object.hasOwn(catalogues, text);

/** The language that the browser prefers. */
export const browserLanguage = (): Language =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';

const shown = signal<{ readonly language: Language; readonly words: Catalogue } | null>(null);

/** Returns the language of the console, for `Intl`. */
export const language = (): Language => shown.value?.language ?? 'en';

/** Shows the console in a language. Unknown languages are English. */
export async function showLanguage(wanted: string): Promise<void> {
  const next = isLanguage(wanted) ? wanted : 'en';
  if (shown.value?.language === next) return;
  shown.value = { language: next, words: await catalogues[next]() };
  document.documentElement.lang = next;
}

/** Returns the text of a key in the language of the console. */
export function t<Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key>): string {
  const { language: inLanguage, words } = shown.value ?? {};
  return words ? fill(words[key], inLanguage ?? 'en', values) : '';
}
