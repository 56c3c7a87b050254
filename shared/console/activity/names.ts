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
}

/** Reads the names of what entries are about, by few requests for all of them. Names that are gone stay unknown. */
export function useNames(entries: readonly Entry[], namesDocuments: boolean): Names {
  const titles = namesDocuments ? entries.flatMap(({ document_id }) => document_id ?? []) : [];
  const people = [...new Set(entries.flatMap((entry) => peopleIn(entry)))];
  const isMember = me.value?.organization_id !== null;
  return {
    titles: useFacts(titles, readTitles),
    policies: useFacts(isMember ? distinct(entries.map(({ policy_id }) => policy_id)) : [], readPolicies),
    people: useFacts(isMember ? people : [], readPeople),
  };
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
