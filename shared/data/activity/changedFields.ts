import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { ActivityId } from '../../contract/identifiers.ts';
import { documentChangeKey, oldDocumentChangeKey, organizationChangeKey } from '../keys/activity.ts';
import type { Key } from '../keys/key.ts';
import { type Change, creation } from '../table/commit.ts';
import { readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import type { ActivityItem } from './activity.ts';

/**
 * What a change replaced. It is no part of the entry, because sealed entries contain no names. It is in the partition of the document or the
 * organization, so it is removed with this, and otherwise expires with the entry.
 */
const changedFieldsItem = z.object({
  fields: z.array(
    z.object({
      field: z.string(),
      /** Absent, like `to`: the values are not stored, because they can be long. */
      from: z.optional(z.nullable(z.string())),
      to: z.optional(z.nullable(z.string())),
    }),
  ),
});
export type ChangedField = z.infer<typeof changedFieldsItem>['fields'][number];

/** The types of entries that may have such an item beside them. */
const changeTypes: ReadonlySet<string> = new Set([
  'document.updated',
  'version.updated',
  'policy.updated',
  'organization.updated',
  'member.role_updated',
  'group.updated',
  'room.updated',
  'room.item_updated',
  'room.updated',
  'room.item_updated',
  'room.access_updated',
]);

/**
 * Returns the fields that two states of a resource have with different values. The values of `short` fields are shown, those of `long` ones
 * are not.
 */
export function changedFields<T extends object>(
  before: T,
  after: T,
  short: readonly (keyof T & string)[],
  long: readonly (keyof T & string)[] = [],
): ChangedField[] {
  const differs = (field: keyof T) => !isDeepStrictEqual(before[field], after[field]);
  const textOf = (value: unknown) => (value === undefined || value === null ? null : String(value));
  return [
    ...short
      .filter(differs)
      .map((field) => ({ field, from: textOf(before[field]), to: textOf(after[field]) })),
    ...long.filter(differs).map((field) => ({ field })),
  ];
}

const keyOf = ({ id, document_id, organization_id }: ActivityItem): Key | null => {
  if (document_id !== null) return documentChangeKey(document_id, id);
  return organization_id && organizationChangeKey(organization_id, id);
};

/** Stores what the change of an entry replaced; an empty list if the entry belongs to neither a document nor an organization. */
export function createChangedFields(entry: ActivityItem, fields: readonly ChangedField[]): Change[] {
  const key = keyOf(entry);
  return key && fields.length > 0
    ? [creation(key, { fields, [table.timeToLive]: entry[table.timeToLive] })]
    : [];
}

const oldKeyOf = ({ id, document_id }: ActivityItem): Key | null =>
  document_id && oldDocumentChangeKey(document_id, id);

/** Reads what the changes of entries replaced, in one request for 50 entries about documents, or 100 others. */
export async function listChangedFields(
  entries: readonly ActivityItem[],
): Promise<ReadonlyMap<ActivityId, readonly ChangedField[]>> {
  const changes = entries.filter(
    ({ type, actor_id, credential }) => changeTypes.has(type) && (actor_id ?? credential),
  );
  const items = await readAll([...changes.map(keyOf), ...changes.map(oldKeyOf)]);
  return new Map(
    changes.flatMap(({ id }, index) => {
      const { data } = z.safeParse(changedFieldsItem, items[index] ?? items[index + changes.length]);
      return data ? [[id, data.fields] as const] : [];
    }),
  );
}
