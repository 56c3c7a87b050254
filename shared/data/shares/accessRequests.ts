import * as z from 'zod/mini';
import { dayOf, daySeconds } from '../../contract/days.ts';
import {
  type AccessRequestId,
  type ActorId,
  accessRequestId,
  actorId,
  type DocumentId,
  documentId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { accessRequestDays, accessRequestsPerDay } from '../../contract/limits.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { getCallers } from '../callers/callers.ts';
import { documentKey } from '../keys/documents.ts';
import { accessRequestCountKey, accessRequestKey, accessRequestPrefix } from '../keys/shares.ts';
import { type Change, creationAfterExpiry, removalIfThere, removalOfSeen } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { queryAs, under } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/**
 * A person's request for access to a document. The key of the item has the address, so an address has one request at most, and a share to
 * the address removes it without a read.
 */
const accessRequestItem = z.object({
  id: accessRequestId,
  document_id: documentId,
  user_id: actorId,
  /** The address that the person had proven, as `normalizedEmail` returned it. */
  email: z.string(),
  [table.timeToLive]: z.int(),
});
export type AccessRequestItem = z.infer<typeof accessRequestItem>;

/** A request with the name that the person has now. */
export interface NamedAccessRequest extends AccessRequestItem {
  readonly name: string;
}

/** Returns a request that a person with the address `email` makes at `now` (epoch milliseconds). */
export const newAccessRequest = (
  document: { readonly id: DocumentId },
  person: { readonly id: ActorId; readonly name: string },
  email: string,
  now: number,
): NamedAccessRequest => ({
  id: newId('acr'),
  document_id: document.id,
  user_id: person.id,
  email,
  name: person.name,
  [table.timeToLive]: Math.floor(now / 1000) + accessRequestDays * daySeconds,
});

/** Lists the open requests for access to a document at `now` (epoch milliseconds), newest first. */
export async function listAccessRequests(documentId: DocumentId, now: number): Promise<AccessRequestItem[]> {
  const requests = await queryAs(accessRequestItem, under(documentKey(documentId), accessRequestPrefix));
  return requests
    .filter(({ expires_at_seconds }) => expires_at_seconds * 1000 > now)
    .sort((one, other) => (ulidOf(one.id) < ulidOf(other.id) ? 1 : -1));
}

/** Returns an open request for access to a document; undefined when it was answered or declined, or has ended. */
export const getAccessRequest = async (
  documentId: DocumentId,
  id: AccessRequestId,
  now: number,
): Promise<AccessRequestItem | undefined> =>
  (await listAccessRequests(documentId, now)).find((request) => request.id === id);

/** Adds the present names of people to requests. Leaves out people who are disabled or erased, or have another address by now. */
export async function withAskersNames(requests: readonly AccessRequestItem[]): Promise<NamedAccessRequest[]> {
  const people = await getCallers([...new Set(requests.map(({ user_id }) => user_id))]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return requests.flatMap((request) => {
    const person = byId.get(request.user_id);
    const isTheirs = person?.email && normalizedEmail(person.email) === request.email;
    return person && isTheirs && person.disabled_at === null ? [{ ...request, name: person.name }] : [];
  });
}

/** Creates a request at `now` (epoch milliseconds); conflicts when the address has an open request. */
export const createAccessRequest = ({ name: _now, ...request }: NamedAccessRequest, now: number): Change =>
  creationAfterExpiry(accessRequestKey(request.document_id, request.email), request, Math.floor(now / 1000));

/** Removes a request; conflicts when it was answered or declined meanwhile. */
export const removeAccessRequest = ({ id, document_id, email }: AccessRequestItem): Change =>
  removalOfSeen(accessRequestKey(document_id, email), { id });

/** Removes the request of an address, if there is one. `address`: normalized. */
export const answerAccessRequest = (documentId: DocumentId, address: string): Change =>
  removalIfThere(accessRequestKey(documentId, address));

/** A count is kept for a while after its day, because clocks differ. */
const countKeptSeconds = 2 * daySeconds;

/**
 * Counts a request that a person makes at `now` (epoch milliseconds), by one atomic addition. The count does not depend on the document.
 * Returns false beyond the limit of a day (UTC).
 */
export const countAccessRequest = (userId: ActorId, now: number): Promise<boolean> =>
  hasChanged(accessRequestCountKey(userId, dayOf(now)), {
    set: { [table.timeToLive]: Math.floor(now / 1000) + countKeptSeconds },
    add: { requests: 1 },
    when: ['(attribute_not_exists(#requests) OR #requests < :limit)'],
    values: { limit: accessRequestsPerDay },
  });
