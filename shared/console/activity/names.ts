import { signal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { readTitles } from '../library/list.ts';
import { api, me, ulidOf, useFacts } from '../service/api.ts';

export type Entry = Operations['listOrganizationActivity']['output']['items'][number];

/** The names of what entries are about. */
export interface Names {
  readonly titles: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  /** People and service accounts, by the ULIDs of their ids. */
  readonly people: ReadonlyMap<string, string>;
  readonly rooms: ReadonlyMap<string, string>;
  /** The folders and documents of the room whose activity is shown. */
  readonly items: ReadonlyMap<string, string>;
}

/**
 * Reads the names of what entries are about, by few requests for all of them. Names that are gone stay unknown.
 *
 * @param room_id the room whose activity is shown, which is not named. Default: entries name their rooms
 */
export function useNames(
  entries: readonly Entry[],
  namesDocuments: boolean,
  room_id: Entry['room_id'] = null,
): Names {
  const titles = namesDocuments ? entries.flatMap(({ document_id }) => document_id ?? []) : [];
  const people = [...new Set(entries.flatMap((entry) => peopleIn(entry)))];
  const isMember = me.value?.organization_id !== null;
  return {
    titles: useFacts(titles, readTitles),
    policies: useFacts(isMember ? distinct(entries.map(({ policy_id }) => policy_id)) : [], readPolicies),
    people: useFacts(isMember ? people : [], readPeople),
    rooms: useFacts(
      isMember && room_id === null ? distinct(entries.map((entry) => entry.room_id)) : [],
      readRooms,
    ),
    items: useFacts(room_id === null ? [] : distinct(entries.flatMap(itemsIn)), (ids, signal) =>
      readItems(room_id as NonNullable<Entry['room_id']>, ids, signal),
    ),
  };
}

/** Returns the ids of the items of a room that the details of an entry name. */
export const itemsIn = ({ details: { item_id, item_ids } }: Entry): string[] =>
  (Array.isArray(item_ids) ? item_ids : [item_id]).filter((id) => typeof id === 'string');

async function readRooms(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  for await (const { id, name } of api.listRooms.all({ limit: 100 }, { signal })) {
    found.set(id, name);
    if (ids.every((one) => found.has(one))) break;
  }
  return found;
}

/** More items of a room are not read to find their names. */
const itemsMax = 1000;

async function readItems(
  room_id: NonNullable<Entry['room_id']>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  const input = { room_id, recursive: 'true' as const, limit: 100 };
  for await (const { id, name } of api.listRoomItems.all(input, { signal })) {
    found.set(id, name);
    if (found.size >= itemsMax || ids.every((one) => found.has(one))) break;
  }
  return found;
}

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** Returns the ULIDs of the people and accounts that the details of an entry name. */
export const peopleIn = ({ details: { user_id, from, to, service_account_id } }: Entry): string[] =>
  [user_id, service_account_id, from, to].flatMap((id) => ulidOf(String(id)) ?? []);

async function readPolicies(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  for (const archived of ['false', 'true'] as const)
    for await (const { id, name } of api.listPolicies.all({ limit: 100, archived }, { signal })) {
      if (ids.every((one) => found.has(one))) break;
      found.set(id, name);
    }
  return found;
}

async function readPeople(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const [members, accounts] = await Promise.all([
    api.listOrganizationMembers({}, { signal }),
    api.listServiceAccounts({ limit: 100 }, { signal }).catch(() => ({ items: [] })),
  ]);
  return new Map([
    ...members.items.map((one) => [ulidOf(one.user_id) ?? '', one.display_name || one.email] as const),
    ...accounts.items.map(({ id, name }) => [ulidOf(id) ?? '', name] as const),
  ]);
}

/** The people who occurred in entries that this tab has shown, by their ids, in the organization that it shows. */
const occurred = signal<{ readonly organization: string | null | undefined; readonly people: People }>({
  organization: undefined,
  people: new Map(),
});
type People = ReadonlyMap<string, string>;

export function peopleSeen(): People {
  const { organization, people } = occurred.value;
  return organization === me.value?.organization_id ? people : new Map();
}

/** Notes the people who occur in entries, so that the list can be filtered by each of them. */
export function notePeople(entries: readonly Entry[]): void {
  const before = peopleSeen();
  const found = entries.flatMap(({ actor }) =>
    actor && !before.has(actor.id) ? [[actor.id, actor.name] as const] : [],
  );
  if (found.length > 0)
    occurred.value = { organization: me.value?.organization_id, people: new Map([...before, ...found]) };
}
