import type { ActorId, DocumentId } from '../contract/identifiers.ts';
import type { Activity } from '../contract/resources/activity.ts';
import { type CallerItem, getCallers } from '../data/callers/callers.ts';
import { type DocumentItem, getDocuments } from '../data/documents/documents.ts';
import { getMembers } from '../data/organizations/organizations.ts';
import { areShared } from '../data/shares/sharedWith.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { mayChange, mayRead } from './documents.ts';
import type { Principal } from './principal.ts';

/** What an entry of activity does not store, as it is now. */
interface NamesInEntry {
  /** The address of the actor. null: there is none any more, or the caller may not know it. */
  readonly actor_email: string | null;
  /** The title of the document. null: the document is gone, or the caller may not read it. */
  readonly document_title: string | null;
}

/**
 * Returns the present names for entries of activity, in their order. A caller sees the addresses that other operations show: of members of
 * the organization that the caller acts in, of people with a listed share of a document that the caller may change, and of people whose
 * address is in the entry. Takes at most four requests for 100 entries.
 */
export async function namesInActivity(
  entries: readonly Activity[],
  principal: Principal,
): Promise<{ rows: NamesInEntry[] }> {
  const people = unique(entries.flatMap(({ actor }) => (actor?.type === 'user_account' ? actor.id : [])));
  const [documents, members] = await Promise.all([
    documentsIn(entries, principal),
    addressesOfMembers(people, principal),
  ]);
  const others = await addressesOf(people.filter((id) => !members.has(id)));
  const pairs = entries.map(({ actor, document_id }) => {
    const document = document_id ? documents.get(document_id) : undefined;
    const address = others.get(actor?.id ?? '');
    return document && address && mayChange(document, principal) ? { id: document.id, address } : null;
  });
  const shared = await areShared(
    pairs.map((pair) => pair && { ...pair, address: normalizedEmail(pair.address) ?? '' }),
    Date.now(),
  );
  const rows = entries.map(({ actor, document_id, details }, index) => {
    const other = others.get(actor?.id ?? '') ?? null;
    const isKnown = shared[index] || actor?.id === principal.user.id || isIn(details.address, other);
    return {
      actor_email: members.get(actor?.id ?? '') ?? (isKnown ? other : null),
      document_title: (document_id && documents.get(document_id)?.title) ?? null,
    };
  });
  return { rows };
}

/** What decides which addresses a caller may know. */
export interface Onlooker {
  readonly organization_id: Principal['organization_id'];
  readonly permissions: readonly Principal['permissions'][number][];
  readonly user: Pick<Principal['user'], 'id'>;
}

/** Returns the present addresses of readers of a document that a caller may know, by their ids. The caller may change the document. */
export async function addressesOfReaders(
  documentId: DocumentId,
  people: readonly CallerItem[],
  principal: Onlooker,
): Promise<ReadonlyMap<string, string>> {
  const withAddress = people.flatMap(({ id, email, erased_at }) =>
    email && !erased_at ? [{ id, email }] : [],
  );
  const members = await addressesOfMembers(
    withAddress.map(({ id }) => id),
    principal,
  );
  const others = withAddress.filter(({ id }) => !members.has(id));
  const pairs = others.map(({ email }) => ({ id: documentId, address: normalizedEmail(email) ?? '' }));
  const shared = await areShared(pairs, Date.now());
  const known = others.filter(({ id }, index) => shared[index] || id === principal.user.id);
  return new Map([...members, ...known.map(({ id, email }) => [id, email] as const)]);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const isIn = (address: unknown, email: string | null): boolean =>
  typeof address === 'string' && email !== null && address === normalizedEmail(email);

/** Returns the documents of entries that the caller may read, by their ids. */
async function documentsIn(
  entries: readonly Activity[],
  principal: Principal,
): Promise<ReadonlyMap<DocumentId, DocumentItem>> {
  if (!principal.permissions.includes('document#read')) return new Map();
  const found = await getDocuments(entries.flatMap(({ document_id }) => document_id ?? []));
  return new Map(
    found.filter((document) => mayRead(document, principal)).map((document) => [document.id, document]),
  );
}

/** Returns the addresses of the people who are members where the caller acts, by their ids. */
async function addressesOfMembers(
  people: readonly ActorId[],
  { organization_id, permissions }: Onlooker,
): Promise<ReadonlyMap<string, string>> {
  if (organization_id === null || !permissions.includes('organization#list_members')) return new Map();
  const members = await getMembers(organization_id, people);
  return new Map(members.flatMap(({ user_id, email }) => (email ? [[user_id, email] as const] : [])));
}

const addressesOf = async (people: readonly ActorId[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await getCallers(people)).flatMap(({ id, email, erased_at }) =>
      email && !erased_at ? [[id, email] as const] : [],
    ),
  );
