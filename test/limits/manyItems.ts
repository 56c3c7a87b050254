import { randomUUID } from 'node:crypto';
import type { ActorId, OrganizationId, PolicyId, WebhookId } from '../../shared/contract/identifiers.ts';
import type { User } from '../../shared/contract/resources/user.ts';
import { eventExamples } from '../../shared/contract/words/eventTypes.ts';
import { createApiKey, newApiKey } from '../../shared/data/callers/apiKeys.ts';
import { newServiceAccount, newUser } from '../../shared/data/callers/callers.ts';
import { createDocument, type DocumentItem, newDocument } from '../../shared/data/documents/documents.ts';
import { createMember, newMember } from '../../shared/data/organizations/organizations.ts';
import { createAttachment, newAttachment } from '../../shared/data/policies/attachments.ts';
import { createPolicy, newPolicy, withArchived } from '../../shared/data/policies/policies.ts';
import { createShare, newShare } from '../../shared/data/shares/changes.ts';
import type { Change, Write } from '../../shared/data/table/commit.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { firstUlidAt, newId } from '../../shared/data/table/ids.ts';
import {
  asFinished,
  attemptOf,
  createAttempt,
  type DeliveryItem,
  newDelivery,
} from '../../shared/data/webhooks/deliveries.ts';
import { createDelivery } from '../../shared/data/webhooks/deliveryWrites.ts';
import { createEvent, type EventItem, newEvent, withoutFanOut } from '../../shared/data/webhooks/events.ts';

/** Fills an organization with thousands of items of each kind, written like the service does, ordered by time. */

export const count = 4000;
/** The number of the oldest items that differ from all others. Without an index, a filter would read all others before it finds these. */
export const rare = 50;

/** The most writes in one transaction. */
const together = 100;
const sideBySide = 4;

async function writeAll(writes: readonly (Write | Change)[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(writes.length / together) }, (_, index) =>
    writes.slice(index * together, (index + 1) * together),
  );
  const writeNext = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await transact(batch);
  };
  await Promise.all(Array.from({ length: sideBySide }, writeNext));
}

const indexes = Array.from({ length: count }, (_, index) => index);

/**
 * Writes an event for each second until now. The oldest events have one type. The others have another type, and every second one of them is
 * visible to `only` alone.
 */
export async function writeEvents(organization_id: OrganizationId, only: ActorId): Promise<EventItem[]> {
  const now = Date.now();
  const events = indexes.map((index) => {
    const id = `evt_${firstUlidAt(now - (count - index) * 1000)}` as const;
    const type = index < rare ? 'member.joined' : 'document.updated';
    const body = JSON.stringify({ ...eventExamples[type], id, organization_id });
    const visible_to = index >= rare && index % 2 === 1 ? only : null;
    return withoutFanOut(newEvent({ id, organization_id, type, visible_to, body }, now));
  });
  await writeAll(events.map(createEvent));
  return events;
}

/** The number of deliveries with each status, oldest first. */
const perStatus = [
  ['succeeded', rare],
  ['pending', 2000],
  ['skipped', 950],
  ['failed', 1000],
] as const;
/** The newest failed deliveries, with the most attempts that a delivery can have. */
const attempted = 100;
const attempts = 10;

/** Writes a delivery to an endpoint for each event. */
export async function writeDeliveries(webhookId: WebhookId, events: readonly EventItem[]): Promise<void> {
  const statuses = perStatus.flatMap(([status, times]) => Array.from({ length: times }, () => status));
  const writes = statuses.flatMap((status, index) => {
    const event = events[index];
    if (!event) return [];
    const made = newDelivery(event, webhookId, Date.now());
    if (status === 'pending') return createDelivery(made);
    const isAttempted = index >= count - attempted;
    const over = asFinished({ ...made, attempt_count: isAttempted ? attempts : 0 }, status);
    return [...createDelivery(over), ...(isAttempted ? attemptsOf(over) : [])];
  });
  await writeAll(writes);
}

const attemptsOf = (delivery: DeliveryItem): Write[] =>
  Array.from({ length: attempts }, (_, index) =>
    createAttempt(
      attemptOf(
        { ...delivery, attempt_count: index + 1 },
        {
          started_at: new Date().toISOString(),
          succeeded: false,
          status_code: 503,
          error: null,
          duration_ms: 20,
          response_body: '',
          next_attempt_at_ms: null,
        },
      ),
    ),
  );

/** So long that a search of all documents reads more than a page may. */
const description = 'A clause. '.repeat(100);

/** Writes documents with a policy. All but the oldest are private. */
export async function writeDocuments(
  organization_id: OrganizationId,
  created_by: User,
  policy: { readonly id: PolicyId; readonly name: string },
): Promise<DocumentItem[]> {
  const documents = indexes.map((index) => {
    const access_level = index < rare ? 'organization' : 'private';
    const given = { organization_id, title: `Master agreement ${index}`, description, created_by };
    return newDocument({ ...given, access_level }, undefined, { id: newId('ver'), size_bytes: 1 });
  });
  const writes = documents.flatMap((document) => [
    createDocument(document),
    ...createAttachment(newAttachment(document, policy, created_by)),
  ]);
  await writeAll(writes);
  return documents;
}

/** Shares each document with an address. All shares except those of the newest documents have ended. */
export async function writeShares(documents: readonly DocumentItem[], email: string): Promise<void> {
  const ended = new Date(Date.now() - 60_000).toISOString();
  const writes = documents.flatMap((document, index) => {
    const { created_by } = document;
    const expires_at = index < count - rare ? ended : null;
    const given = { email, expires_at, message: '', notify_me: false, created_by };
    return createShare(newShare(document, given), undefined);
  });
  await writeAll(writes);
}

/** Writes policies. All but the oldest are archived. */
export async function writePolicies(organization_id: OrganizationId): Promise<void> {
  const names = { organization_id, names: {}, revision: 0 };
  const writes = indexes.map((index) => {
    const policy = withArchived(newPolicy(organization_id, `Policy ${index}`), index >= rare, Date.now());
    return createPolicy(policy, names)[0];
  });
  await writeAll(writes);
}

/** Writes members. All but the oldest are people. */
export async function writeMembers(organization_id: OrganizationId): Promise<void> {
  const person = { given_name: 'Max', family_name: 'Member' };
  const writes = indexes.map((index) => {
    const name = `Member ${index}`;
    const caller =
      index < rare
        ? newServiceAccount(name)
        : newUser({ ...person, name, email: `${index}@crowd.example` }, Date.now());
    return createMember(newMember(caller, organization_id, 'member', Date.now()));
  });
  await writeAll(writes);
}

/** Writes API keys of an owner, one for each second until now. All but the oldest were revoked. */
export async function writeApiKeys(organization_id: OrganizationId, owner_id: ActorId): Promise<void> {
  const now = Date.now();
  const given = { secret_hash: '', owner_id, organization_id };
  const writes = indexes.map((index) => {
    const made = now - (count - index) * 1000;
    const key = newApiKey({ ...given, uuid: randomUUID(), name: `Key ${index}` }, made);
    return createApiKey({ ...key, revoked_at: index < rare ? null : new Date(made).toISOString() });
  });
  await writeAll(writes);
}
