import type { Key } from '../../shared/data/keys/key.ts';
import { formatKey } from '../../shared/data/table/storedFormat.ts';
import { keys as table } from '../support/keys.ts';

/** The page with the keys of all items, relative to the repository. */
export const keysPage = 'shared/data/KEYS.md';

/** Keys that no item has, because they are the beginnings of others, and the key of a suspended item, which is in the partition of the item. */
const unlisted = ['webhooksKey', 'viewCountersKey', 'groupEntriesKey', 'hiddenDocumentsKey', 'suspendedKey'];

/** What stands for a part that differs from item to item. The page has a name in it. */
const some = '<>';
/** A number in a key is filled with leading zeros: `000NaN`. */
const number = Number.NaN;
/** An object with all that functions take from objects. */
const given = {
  ...{ pk: `ORG#${some}`, sk: some, key: some, minute: number, network: some, document_id: some },
  ...{ organization_id: some, user_id: some, group_id: some },
};
/** The parameters that are no texts, or not any text. */
const values: Readonly<Record<string, unknown>> = {
  ...{ number, window: number, atMilliseconds: number, used: given, views: given, subject: given },
  ...{ email: 'a@example.org', during: 'SHARED', eventType: 'document.created', status: 'failed' },
  kind: 'shows',
};

type Maker = (...parameters: readonly unknown[]) => unknown;

/** Calls a function with an example of each of its parameters, by their names. */
function called(maker: Maker): unknown {
  const [, list = ''] = /^(?:function \w+)?\s*\(?((?:\{[^}]*\}|[^)=])*)/.exec(String(maker)) ?? [];
  const names = list.trim().startsWith('{') ? [list.trim()] : (list.match(/\w+/g) ?? []);
  return maker(...names.map((name) => (name.startsWith('{') ? given : (values[name] ?? some))));
}

const withoutNumbers = (text: string) => text.replace(/0*NaN/g, some).replace('a@example.org', some);

/** Returns a key of each kind, by the name of the function in `shared/data/keys/` that makes it. */
export const exampleKeys = (): Readonly<Record<string, Key>> =>
  Object.fromEntries(
    Object.entries({ ...table, formatKey })
      .filter(([name]) => name.endsWith('Key'))
      .map(([name, maker]) => {
        const { pk, sk } = (typeof maker === 'function' ? called(maker as Maker) : maker) as Key;
        return [name, { pk: withoutNumbers(pk), sk: withoutNumbers(sk) }];
      }),
  );

/** Returns the partitions of indexes. */
const partitions = (): string[] =>
  Object.entries(table)
    .filter(([name]) => /(?:List|With)$/.test(name))
    .flatMap(([, list]) => (typeof list === 'object' ? Object.values(list) : [list]))
    .map((list: unknown) => String(typeof list === 'function' ? called(list as Maker) : list));

/** Returns what the page lacks, and the partitions on it in which no key is. */
export function differencesOf(text: string): string[] {
  const page = text.replace(/<[^>`]*>/g, some);
  const made = Object.entries(exampleKeys()).filter(([name]) => !unlisted.includes(name));
  const missing = made.filter(([, { pk, sk }]) => !page.includes(`| \`${pk}\` | \`${sk}\` |`));
  const known = new Set(made.map(([, { pk }]) => pk.split('#')[0]));
  const shown = [...page.matchAll(/^\| [^`|]+ \| `([A-Z]+)/gm)].map(([, partition = '']) => partition);
  return [
    ...missing.map(([name, { pk, sk }]) => `${name}: ${pk} ${sk}`),
    ...partitions().filter((partition) => !page.includes(`\`${partition}`)),
    ...shown.filter((partition) => !known.has(partition)),
  ];
}
