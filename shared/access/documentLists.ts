import type { PolicyId, Ulid } from '../contract/identifiers.ts';
import type { QueryOf } from '../contract/operation.ts';
import type { listDocuments } from '../contract/operations/documents.ts';
import { isRestorable } from '../data/documents/deletedDocuments.ts';
import {
  documentMatcher,
  searchDeletedDocuments,
  searchDocuments,
} from '../data/documents/documentSearch.ts';
import { type DocumentItem, listVisibleDocuments } from '../data/documents/documents.ts';
import { havingPolicy } from '../data/policies/attachments.ts';
import { getPolicy } from '../data/policies/policies.ts';
import { firstUlidAt, firstUlidFrom } from '../data/table/ids.ts';
import type { ListPage } from '../data/table/listPages.ts';
import { mayRead, mayRestore } from './documents.ts';
import type { Principal } from './principal.ts';
import { listSharedWith } from './shares.ts';

type Query = QueryOf<typeof listDocuments>;

const filterOf = ({ q, processing_status, access_level, created_by, policy_id }: Query) => ({
  q,
  processing_status,
  access_level,
  created_by,
  policy_id,
});

const isFiltered = (query: Query): boolean =>
  Object.values(filterOf(query)).some((value) => value !== undefined);

const viewerOf = ({ user, organization_id }: Principal) => ({ user_id: user.id, organization_id });

/** Returns the name of the list that a query asks for, and the filters of its items. A cursor is valid for these only. */
export function scopeOf(principal: Principal, query: Query): unknown[] {
  const { created_after, created_before, deleted, shared_with_me } = query;
  const selecting = [created_after, created_before, ...(isFiltered(query) ? [filterOf(query)] : [])];
  if (shared_with_me === 'true') return ['shared with me', principal.user.id, ...selecting];
  const name = deleted === 'true' ? 'deleted documents' : 'documents';
  return [name, viewerOf(principal), ...selecting];
}

/**
 * Returns whether a policy belongs to the caller's organization. A filter by any other policy finds no documents, so that readers of shared
 * documents cannot find out which policies these documents have.
 */
const isPolicyHere = async (policyId: PolicyId, { organization_id }: Principal): Promise<boolean> =>
  organization_id !== null && (await getPolicy(organization_id, policyId)) !== undefined;

type Reader = (
  principal: Principal,
  query: Query,
  after: Ulid | undefined,
) => Promise<ListPage<DocumentItem>>;

/** Reads the part of a list of documents that follows `after`: documents that the caller sees, deleted ones, or those of shares. */
export const readDocuments: Reader = async (principal, query, after) => {
  if (query.policy_id !== undefined && !(await isPolicyHere(query.policy_id, principal)))
    return { items: [], next: undefined };
  if (query.shared_with_me === 'true') return readShared(principal, query, after);
  if (query.deleted === 'true') return readDeleted(principal, query, after);
  return readVisible(principal, query, after);
};

/** Returns the bounds of the ids of documents that were made between the times of a query. `from` is inclusive, `before` is not. */
const boundsOf = ({ created_after, created_before }: Query) => ({
  from: firstUlidAt(created_after === undefined ? 0 : Math.floor(Date.parse(created_after)) + 1),
  before: created_before === undefined ? firstUlidAt(Infinity) : firstUlidFrom(created_before),
});

const readVisible: Reader = (principal, query, after) => {
  const { from, before } = boundsOf(query);
  const range = { from, after: after ?? before, limit: query.limit };
  const viewer = viewerOf(principal);
  return isFiltered(query)
    ? searchDocuments(viewer, query, query.policy_id, range)
    : listVisibleDocuments(viewer, range);
};

const readDeleted: Reader = async (principal, query, after) => {
  const now = Date.now();
  const page = await searchDeletedDocuments(
    viewerOf(principal),
    { ...query, ...boundsOf(query) },
    (document) => isRestorable(document, now) && mayRestore(document, principal),
    { after: after ?? firstUlidAt(Infinity), limit: query.limit },
  );
  return withPolicy(page, query);
};

const readShared: Reader = async (principal, query, after) => {
  const { items, next } = await listSharedWith(principal, after, query.limit);
  const passing = items.filter(documentMatcher({ ...query, ...boundsOf(query) }));
  // People with a share must not find out which policies a document has. So a filter by policy leaves out documents that the caller may
  // read only by a share.
  const known = query.policy_id ? passing.filter((document) => mayRead(document, principal)) : passing;
  return withPolicy({ items: known, next }, query);
};

const withPolicy = async (
  { items, next }: ListPage<DocumentItem>,
  { policy_id }: Query,
): Promise<ListPage<DocumentItem>> => ({
  items: policy_id ? await havingPolicy(items, policy_id) : items,
  next,
});
