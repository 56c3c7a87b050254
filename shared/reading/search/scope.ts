import { mayRead } from '../../access/documents.ts';
import { ApiError } from '../../access/errors.ts';
import type { Principal } from '../../access/principal.ts';
import { listSharedWith, openedByShares } from '../../access/shares.ts';
import type { DocumentId, OrganizationId, Tenant } from '../../contract/identifiers.ts';
import { policiesWithRulesMax } from '../../contract/limits.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { type AttachmentItem, listAllAttachments } from '../../data/policies/attachments.ts';
import { withPolicyNames } from '../../data/policies/currentNames.ts';
import { listPolicies, type PolicyItem } from '../../data/policies/policies.ts';
import { listHidden } from '../../data/search/marks.ts';
import { millisecondFrom } from '../../data/table/ids.ts';
import { combine, hasConditions } from '../../policies/combine.ts';
import type { Attached } from '../../policies/ruleKinds.ts';
import type { Filter, Scope } from '../../search/query.ts';
import { ownLook } from '../rooms/preview.ts';
import type { RoomStanding } from '../rooms/standing.ts';
import { RoomView } from '../rooms/view.ts';
import { type Door, isConditional } from './door.ts';

/**
 * What a search looks at: whole documents, or only their titles. It is decided before the engine is asked, by what is stored now. Otherwise
 * short pages, `has_more` and the time of an answer would tell which words stand in a text that the caller may not read.
 *
 * Only the title is searched of a document that lets readers in on conditions (`hasConditions`), by its policies or by the share. Readers who
 * manage the document search the whole document.
 */
export type Searched = Pick<Scope, 'whole' | 'titles' | 'hidden'>;

/** The newest shares of a person, which are searched. */
const sharesSearched = 1000;

const all = (...filter: readonly Filter[]): Filter => ({ bool: { filter } });
const except = (filter: Filter, must_not: Filter): Filter => ({
  bool: { filter: [filter], must_not: [must_not] },
});
const notPrivate: Filter = { terms: { access: ['organization', 'public'] } };
const createdBy = ({ user }: Principal): Filter => ({ term: { created_by: user.id } });

/** Returns what a caller searches without naming a room or a document. */
export async function searchedBy(principal: Principal, door: Door, now: number): Promise<Searched> {
  const { organization_id, role, user } = principal;
  const tenants: readonly Tenant[] = organization_id === null ? [user.id] : [organization_id, user.id];
  const [ofOrganization, ofShares] = await Promise.all([
    organization_id === null || role === null ? nothing : searchedIn(organization_id, role !== 'member'),
    searchedByShares(principal, door, now),
  ]);
  const own = all({ terms: { tenant: tenants } }, createdBy(principal));
  return {
    whole: [own, ...ofOrganization.whole, ...ofShares.whole],
    titles: [...ofOrganization.titles, ...ofShares.titles],
    hidden: ofOrganization.hidden,
  };
}

const nothing: Searched = { whole: [], titles: [], hidden: [] };

/** Returns what members search of the documents of others in their organization. `isManager`: they manage all of them. */
async function searchedIn(organizationId: OrganizationId, isManager: boolean): Promise<Searched> {
  const documents = all({ term: { tenant: organizationId } }, notPrivate);
  const [hidden, conditional] = await Promise.all([
    hiddenIn(organizationId),
    isManager ? undefined : underConditions(organizationId),
  ]);
  return searched(documents, conditional, hidden);
}

/**
 * Returns what is searched of documents.
 *
 * @param conditional the condition on documents of which only the title is searched; undefined: there are none
 * @param hidden undefined: they are too many to be left out, so no text is searched that may be one of theirs
 */
function searched(
  documents: Filter,
  conditional: Filter | undefined,
  hidden: readonly DocumentId[] | undefined,
): Searched {
  if (!hidden) return { whole: [], titles: [documents], hidden: [] };
  if (!conditional) return { whole: [documents], titles: [], hidden };
  return { whole: [except(documents, conditional)], titles: [all(documents, conditional)], hidden };
}

/** Returns the condition on documents of an organization that let readers in on conditions. */
async function underConditions(organizationId: OrganizationId): Promise<Filter> {
  const policies = (await listPolicies(organizationId)).filter(hasCondition).map(({ id }) => id);
  // More policies with rules than this refuse all readers.
  const tooMany: Filter = { range: { policy_count: { gt: policiesWithRulesMax } } };
  return policies.length === 0
    ? tooMany
    : { bool: { should: [{ terms: { policies } }, tooMany], minimum_should_match: 1 } };
}

/** Returns whether a policy lets readers in on conditions, whenever it is attached. */
const hasCondition = ({ rules = {}, ...policy }: PolicyItem): boolean =>
  hasConditions(combine([{ attached_at: anyTime, policy: { ...policy, rules } }]));

const anyTime = new Date(0).toISOString();

/** Returns the documents of an organization of which the index may know too much; undefined: they are too many. */
async function hiddenIn(organizationId: OrganizationId): Promise<readonly DocumentId[] | undefined> {
  const { documentIds, isCut } = await listHidden([organizationId]);
  return isCut ? undefined : documentIds;
}

/** Returns what a person searches of the documents that are shared with them, and that they do not find otherwise. */
async function searchedByShares(principal: Principal, door: Door, now: number): Promise<Searched> {
  const documents = (await sharedWith(principal)).filter((document) => !mayRead(document, principal));
  const asked = documents.map((document) => ({ id: document.id, document }));
  const [shares, attached] = await Promise.all([
    openedByShares(asked, principal, now),
    attachedTo(documents),
  ]);
  const whole: string[] = [];
  const titles: string[] = [];
  const decide = async (document: DocumentItem): Promise<void> => {
    const share = shares.get(document.id);
    const version = document.current_version?.id;
    if (!share || !version) return;
    if (!isConditional(document, attached(document), share)) whole.push(version);
    else if (await door(document.id)) titles.push(version);
  };
  await Promise.all(documents.map(decide));
  return {
    whole: whole.length > 0 ? [{ terms: { version_id: whole } }] : [],
    titles: titles.length > 0 ? [{ terms: { version_id: titles } }] : [],
    hidden: [],
  };
}

/** Returns the documents of the newest shares of a caller. None for people whose address is not proven. */
async function sharedWith(principal: Principal): Promise<readonly DocumentItem[]> {
  try {
    return (await listSharedWith(principal, undefined, sharesSearched)).items;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Returns a function that returns the policies of one of the documents. Each policy is read once. */
async function attachedTo(
  documents: readonly DocumentItem[],
): Promise<(document: DocumentItem) => readonly Attached[]> {
  const attachments = new Map<DocumentId, readonly AttachmentItem[]>();
  await Promise.all(documents.map(async ({ id }) => attachments.set(id, await listAllAttachments(id))));
  const current = await Promise.all(
    [...Map.groupBy(documents, ({ organization_id }) => organization_id)].map(([organization_id, theirs]) => {
      const policies = theirs.flatMap(({ id }) => attachments.get(id) ?? []);
      const once = new Map(policies.map((attachment) => [attachment.policy.id, attachment]));
      return withPolicyNames({ organization_id }, [...once.values()]);
    }),
  );
  const policies = new Map(current.flat().map(({ policy }) => [policy.id, policy]));
  return ({ id }) =>
    (attachments.get(id) ?? []).flatMap(({ attached_at, policy }) => {
      const now = policies.get(policy.id);
      return now ? [{ attached_at, policy: now }] : [];
    });
}

/** Returns what somebody searches in a room that is open to them: the documents that they see. Its gate has let them in. */
export async function searchedInRoom(
  room: RoomStanding,
  principal: Principal,
  now: number,
): Promise<Searched> {
  const organizationId = room.frame.room.organization_id;
  const view = await RoomView.of(ownLook(room, now));
  const [seen, hidden, conditional] = await Promise.all([
    view.documents(),
    hiddenIn(organizationId),
    underConditions(organizationId),
  ]);
  if (seen.length === 0) return nothing;
  const ids = seen.map(({ document_id }) => document_id);
  const documents = all({ term: { tenant: organizationId } }, { terms: { document_id: ids } });
  const forReaders = searched(documents, conditional, hidden);
  if (room.kind === 'reader' || !hidden) return forReaders;
  // Rules do not bind people who manage a document, if they manage the room.
  const managed = [createdBy(principal), ...(room.role === 'member' ? [] : [notPrivate])];
  return { ...forReaders, whole: [...forReaders.whole, ...managed.map((one) => all(documents, one))] };
}

/** Returns what is searched of a document that the door has opened to read: all pages of its current version. */
export const searchedOf = ({ current_version }: DocumentItem): Searched =>
  current_version ? { ...nothing, whole: [{ term: { version_id: current_version.id } }] } : nothing;

/** The properties that found documents have. The times are exclusive, in RFC 3339. */
export interface Range {
  readonly created_by?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** Returns the conditions of a range. People have two ids. */
export const conditionsOf = ({ created_by, created_after, created_before }: Range): readonly Filter[] => [
  ...(created_by === undefined ? [] : [{ term: { created_by: created_by.replace(/^usr_/, 'user_') } }]),
  ...(created_after === undefined ? [] : [{ range: { created_at: { gt: Date.parse(created_after) } } }]),
  ...(created_before === undefined
    ? []
    : [{ range: { created_at: { lt: millisecondFrom(created_before) } } }]),
];
