import { computed, signal } from '@preact/signals';
import { type Catalogue, fill, type RoomWords, type ValuesOf, type WordKey } from './catalogue.ts';

/** Each catalogue is a file of its own, so that a browser loads only one. */
const catalogues = {
  en: () => import('./words.en.ts').then(({ en }): Catalogue => en),
  de: () => import('./words.de.ts').then(({ de }) => de),
  ja: () => import('./words.ja.ts').then(({ ja }) => ja),
} as const satisfies Readonly<Record<string, () => Promise<Catalogue>>>;

/** The words of rooms, which are loaded with the screens of rooms. */
const catalogueOfRooms = {
  en: () => import('./en/rooms.ts').then(({ rooms }): RoomWords => rooms),
  de: () => import('./de/rooms.ts').then(({ rooms }) => rooms),
  ja: () => import('./ja/rooms.ts').then(({ rooms }) => rooms),
} as const satisfies Readonly<Record<keyof typeof catalogues, () => Promise<RoomWords>>>;

export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as Language[];

const isLanguage = (text: string): text is Language => Object.hasOwn(catalogues, text);

/** The language that the browser prefers. */
export const browserLanguage = (): Language =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';

interface Shown {
  readonly language: Language;
  /** Those of rooms are missing until `loadRoomWords`. */
  readonly words: Catalogue & Partial<RoomWords>;
}

const shown = signal<Shown | null>(null);
let hasRooms = false;

const load = async (language: Language): Promise<Shown> => {
  const [words, ofRooms] = await Promise.all([
    catalogues[language](),
    hasRooms ? catalogueOfRooms[language]() : {},
  ]);
  return { language, words: { ...words, ...ofRooms } };
};

/** Shows the console in a language. Unknown languages are English. */
export async function showLanguage(wanted: string): Promise<void> {
  const next = isLanguage(wanted) ? wanted : 'en';
  if (shown.value?.language === next) return;
  shown.value = await load(next);
  document.documentElement.lang = next;
}

/** Loads the words of rooms too, in the present language and later ones. */
export async function loadRoomWords(): Promise<void> {
  hasRooms = true;
  if (shown.value) shown.value = await load(shown.value.language);
}

/** Returns the text of a key in the language of the console. */
export function t<Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key>): string {
  const entry = shown.value?.words[key];
  return shown.value && entry !== undefined ? fill(entry, shown.value.language, values) : '';
}

export const isWord = (key: string): key is WordKey => Object.hasOwn(shown.value?.words ?? {}, key);

/** Formats of `Intl` are slow to make, so they are made once for a language. */
const formats = computed(() => {
  const tag = shown.value?.language ?? 'en';
  return {
    number: new Intl.NumberFormat(tag),
    percent: new Intl.NumberFormat(tag, { style: 'percent' }),
    date: new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }),
    time: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
    clock: new Intl.DateTimeFormat(tag, { timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    kilobytes: new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }),
    megabytes: new Intl.NumberFormat(tag, { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 2 }),
    ago: new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }),
    list: new Intl.ListFormat(tag),
    order: new Intl.Collator(tag, { numeric: true }),
  };
});

export const formatNumber = (value: number): string => formats.value.number.format(value);
export const formatPercent = (part: number): string => formats.value.percent.format(part);
/** Compares two texts as people of the language sort them. */
export const compareTexts = (a: string, b: string): number => formats.value.order.compare(a, b);
export const formatList = (items: readonly string[]): string => formats.value.list.format(items);
/** Such as `4.6 MB`, or `12 kB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 999_500
    ? formats.value.kilobytes.format(Math.max(1, bytes / 1000))
    : formats.value.megabytes.format(bytes / 1e6);
/** Such as `26 Nov 2026`. */
export const formatDate = (time: string): string => formats.value.date.format(new Date(time));
/** Such as `26 Nov 2026, 14:03`. */
export const formatTime = (time: string): string => formats.value.time.format(new Date(time));
/** Such as `14:03`; with the day if that is not today. */
export const formatNear = (time: string): string =>
  dayOf(time) === today() ? formats.value.clock.format(new Date(time)) : formatTime(time);
/** A day of UTC, such as `26 Nov`. */
export const formatDay = (day: string): string => formats.value.day.format(new Date(day));

/** Returns the end of a day in the person's time zone, as the API takes it. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
/** Returns the day of a time in the person's time zone, as date fields take it: `2026-12-15`. */
export const dayOf = (time: string | number): string => {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
/** The first day that a date field offers. */
export const today = (): string => dayOf(Date.now());

const steps = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
  ['month', 30],
  ['year', 12],
] as const;

/** Such as `3 minutes ago`; in words for the present minute. */
export function formatAgo(time: string): string {
  let amount = (Date.parse(time) - Date.now()) / 1000;
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  for (const [next, size] of steps) {
    if (Math.abs(amount) < size) break;
    amount /= size;
    unit = next;
  }
  return formats.value.ago.format(unit === 'second' ? 0 : Math.round(amount), unit);
}
