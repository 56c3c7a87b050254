import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { ActType } from '../contract/actTypes.ts';
import { eventActor } from '../contract/eventActor.ts';
import type { EventData, eventData } from '../contract/events.ts';
import type { EventType } from '../contract/eventTypes.ts';
import { type ActorId, type EventId, type OrganizationId, ulidOf } from '../contract/identifiers.ts';
import type { readingEventTypes } from '../contract/readingEvents.ts';
import { type Activity, activity as activitySchema, viewActivity } from '../contract/resources/activity.ts';
import { apiKey as apiKeySchema } from '../contract/resources/apiKey.ts';
import { document as documentSchema } from '../contract/resources/document.ts';
import {
  organizationMember as memberSchema,
  organization as organizationSchema,
} from '../contract/resources/organization.ts';
import { documentPolicy, organizationPolicy, policyUpdate } from '../contract/resources/policy.ts';
import { share as shareSchema } from '../contract/resources/share.ts';
import type { User } from '../contract/resources/user.ts';
import { version as versionSchema } from '../contract/resources/version.ts';
import { webhookEndpoint, webhookWithState } from '../contract/resources/webhook.ts';
import { type ActivityItem, activityList, newActivity } from '../data/activity/activity.ts';
import { listOfDocument } from '../data/activity/activityLists.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../data/callers/apiKeys.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { CountedShare } from '../data/documents/shares.ts';
import type { VersionItem } from '../data/documents/versions.ts';
import { isPerson, type MemberItem, type OrganizationItem } from '../data/organizations/organizations.ts';
import type { AttachmentItem } from '../data/policies/attachments.ts';
import type { PolicyItem } from '../data/policies/policies.ts';
import { type EventItem, newEvent, withoutFanOut } from '../data/webhooks/events.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import {
  presentActivity,
  presentApiKey,
  presentAttachment,
  presentDocument,
  presentMember,
  presentOrganization,
  presentPolicy,
  presentShare,
  presentVersion,
  presentWebhook,
  presentWebhookState,
} from '../presentation/present.ts';
import { outbox } from './outbox.ts';
import { presentPolicyUpdate } from './policyUpdate.ts';

type Outbox = typeof outbox;

/**
 * Each function returns the record of a change: its entry of activity, and its event if there is one. `commitChange` commits both with
 * the change.
 */

export interface ChangeRecord {
  /** The entry of activity. */
  readonly entry: ActivityItem;
  /** The list of activity that the entry belongs to: a partition. */
  readonly list: string;
  /** The event that endpoints receive, with the same 26 characters in its id as the entry; null: there is none. */
  readonly event: EventItem | null;
  /** Fans out the event; null: the event is not fanned out. */
  readonly outbox: Outbox | null;
}

/** The actor: a principal, an operator, or null for the service itself. */
export type By =
  | { readonly user: User; readonly staff: boolean; readonly credential: string }
  | typeof operator
  | null;

/** An operator at the command line. Events then have no actor; the entry has the credential `command_line`. */
export const operator = { user: null, staff: false, credential: 'command_line' } as const;

/** The details of an entry: ids, numbers, and constants such as roles. They contain no names or addresses. */
export type About = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

type TypeOf<Prefix extends string> = Exclude<
  Extract<EventType, `${Prefix}.${string}`>,
  ReadingEventType | ShareEventType
>;

type ShareEventType = 'document.shared' | 'document.share_updated' | 'document.unshared';

type ReadingEventType = (typeof readingEventTypes)[keyof typeof readingEventTypes];

export const documentRecord = (
  type: TypeOf<'document'> | 'entry_page.generated',
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { details: { access_level: document.access_level, processing_status: document.processing_status } },
    () => [documentSchema, presentDocument(document)],
  );

/**
 * Returns the record of a document's new access level. The organization's list has the entry unless the document was private before and
 * after the change. So owners see when a document becomes private.
 */
export const accessLevelRecord = (before: DocumentItem, after: DocumentItem, by: By): ChangeRecord => ({
  ...documentRecord('document.updated', after, by),
  list: listOfDocument(after.access_level === 'private' ? before : after),
});

/**
 * Returns the two records of a document that gets another creator. The first has the event, and its entry is for the new creator. The
 * second has no event, and its entry is in the list that the former creator sees.
 */
export const transferRecords = (
  before: DocumentItem,
  after: DocumentItem,
  by: By,
): [ChangeRecord, ChangeRecord] => [
  documentRecord('document.updated', after, by),
  documentActRecord('document.transferred', before, by, {
    from: before.created_by.id,
    to: after.created_by.id,
  }),
];

/**
 * Returns the record of a document after one of its versions was added or processed: `document.ready` or `document.failed` when processing
 * has ended, `document.updated` when clients see another change, and otherwise none.
 */
export function documentChange(before: DocumentItem, after: DocumentItem, by: By): ChangeRecord | undefined {
  const { processing_status } = after;
  if (processing_status !== before.processing_status && processing_status !== 'processing')
    return documentRecord(`document.${processing_status}`, after, by);
  const looksTheSame = isDeepStrictEqual(presentDocument(before), presentDocument(after));
  return looksTheSame ? undefined : documentRecord('document.updated', after, by);
}

/** `document`: the document of the version. Its organization's endpoints receive the event. */
export const versionRecord = (
  type: TypeOf<'version'>,
  version: VersionItem,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { version_id: version.id, details: { processing_status: version.processing_status } },
    () => [versionSchema, presentVersion(version)],
  );

/** Returns the record of a share. The address of the share is in the event, and in the part of the entry that can be erased. */
export const shareRecord = (
  type: ShareEventType,
  share: CountedShare,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { details: { share_id: share.id, expires_at: share.expires_at }, address: share.email },
    () => [shareSchema, presentShare(share)],
  );

/** Returns the record of a share that its reader ended. Endpoints receive the event of a share that was withdrawn. */
export function shareEndedRecord(share: CountedShare, document: DocumentItem, by: By): ChangeRecord {
  const record = shareRecord('document.unshared', share, document, by);
  return { ...record, entry: { ...record.entry, type: 'document.share_ended' } };
}

/** Returns the record of another mail about a share. It has no event. */
export const shareSentRecord = (share: CountedShare, document: DocumentItem, by: By): ChangeRecord => ({
  entry: entryOf('document.share_sent', document.organization_id, by, {
    document_id: document.id,
    details: { share_id: share.id },
    address: share.email,
  }),
  list: listOfDocument(document),
  event: null,
  outbox: null,
});

/** Returns the record of an act on a document, without an event. */
export const documentActRecord = (
  type: ActType | EventType,
  document: DocumentItem,
  by: By,
  details: About = {},
): ChangeRecord => ({
  entry: entryOf(type, document.organization_id, by, { document_id: document.id, details }),
  list: listOfDocument(document),
  event: null,
  outbox: null,
});

/**
 * Returns the record of a reading, for an entry that exists already.
 *
 * @param type null: there is no event
 */
export const readingRecord = (
  type: ReadingEventType | null,
  entry: ActivityItem,
  document: DocumentItem,
  by: By,
): ChangeRecord => ({
  entry,
  list: listOfDocument(document),
  event:
    type && eventOfDocument(document, type, by, () => [activitySchema, presentActivity(entry)], entry.id),
  outbox: type && outbox,
});

/** Returns one event for `count` views by people without an account. `latest`: the entry of the last view. */
export const viewsEvent = (organizationId: OrganizationId, latest: Activity, count: number): EventItem =>
  eventOf('document.viewed', organizationId, null, null, [viewActivity, { ...latest, count }], latest.id);

export const newPolicyRecord = (policy: PolicyItem, by: By): ChangeRecord =>
  ofOrganization(policy.organization_id, 'policy.created', by, { policy_id: policy.id, details: {} }, [
    organizationPolicy,
    presentPolicy(policy),
  ]);

export const policyUpdateRecord = (before: PolicyItem, after: PolicyItem, by: By): ChangeRecord =>
  ofOrganization(after.organization_id, 'policy.updated', by, { policy_id: after.id, details: {} }, [
    policyUpdate,
    presentPolicyUpdate(before, after),
  ]);

export const attachmentRecord = (
  type: 'policy.attached' | 'policy.detached',
  attachment: AttachmentItem,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(document, type, by, { policy_id: attachment.policy.id, details: {} }, () => [
    documentPolicy,
    presentAttachment(attachment),
  ]);

export const organizationRecord = (
  type: TypeOf<'organization'>,
  organization: OrganizationItem,
  by: By,
): ChangeRecord =>
  ofOrganization(organization.id, type, by, { details: {} }, [
    organizationSchema,
    presentOrganization(organization),
  ]);

/** The types of entries about service accounts. The API does not list these accounts as members, so the entries have no event. */
const accountTypes = {
  'member.joined': 'service_account.added',
  'member.role_updated': 'service_account.role_updated',
  'member.removed': 'service_account.removed',
} as const satisfies Record<TypeOf<'member'>, ActType>;

export const memberRecord = (type: TypeOf<'member'>, member: MemberItem, by: By): ChangeRecord => {
  const { organization_id, user_id, role } = member;
  return isPerson(member)
    ? ofOrganization(organization_id, type, by, { details: { user_id: `usr_${ulidOf(user_id)}`, role } }, [
        memberSchema,
        presentMember(member),
      ])
    : accountRecord(accountTypes[type], member, by);
};

/** Returns the record of a change of a service account. The API does not list service accounts as members. */
export const accountRecord = (
  type: Extract<ActType, `service_account.${string}`>,
  { organization_id, user_id, role, made_by }: MemberItem,
  by: By,
): ChangeRecord =>
  actRecord(type, organization_id, by, { service_account_id: user_id, role, made_by: made_by?.id ?? null });

/** `organizationId`: the organization that the key is bound to. */
export const apiKeyRecord = (
  type: TypeOf<'api_key'>,
  organizationId: OrganizationId,
  apiKey: ApiKeyItem,
  owner: User,
  by: By,
): ChangeRecord =>
  ofOrganization(
    organizationId,
    type,
    by,
    {
      details: {
        api_key_id: apiKeyIdOf(apiKey),
        owner_id: owner.id,
        made_by: apiKey.made_by?.id ?? null,
      },
    },
    [apiKeySchema, presentApiKey(apiKey, owner)],
  );

/** Returns the record that `webhook` is disabled. The organization's other endpoints receive the event. */
export function webhookDisabledRecord(webhook: WebhookItem, by: By): ChangeRecord {
  const data = presentWebhookState(webhook);
  const { state, disabled_reason } = data;
  const record = ofOrganization(
    webhook.organization_id,
    'webhook.disabled',
    by,
    { details: { webhook_id: webhook.id, state, ...(disabled_reason !== null && { disabled_reason }) } },
    [webhookWithState, data],
  );
  return { ...record, event: { ...record.event, not_told_to: webhook.id } };
}

/** Returns the record and the event of a test. Only `webhook` receives the event, and it need not subscribe to it. */
export function webhookTest(webhook: WebhookItem, by: By) {
  const { organization_id, id } = webhook;
  const record = actRecord('webhook.test', organization_id, by, { webhook_id: id });
  const subject = [webhookEndpoint, presentWebhook(webhook)] as const;
  const event = eventOf('webhook.test', organization_id, null, by, subject, record.entry.id);
  return { record, event: withoutFanOut(event) };
}

/** Returns the record of an act in an organization, without an event. */
export const actRecord = (
  type: ActType | EventType,
  organizationId: OrganizationId,
  by: By,
  details: About = {},
): ChangeRecord => ({
  entry: entryOf(type, organizationId, by, { details }),
  list: activityList.organization(organizationId),
  event: null,
  outbox: null,
});

/** The resource of an event, and the schema of this resource. Each function states its own schema, so that it loads no other schemas. */
type Subject<T extends EventType> = readonly [schema: (typeof eventData)[T], data: EventData<T>];

/** The subject of an entry. */
type Subjects = Partial<Pick<ActivityItem, 'document_id' | 'version_id' | 'policy_id'>> & {
  readonly details: About;
  /** The e-mail address that a share is for. Default: none */
  readonly address?: string;
};

/** @param subject is called only if the document belongs to an organization, whose endpoints may subscribe */
function ofDocument<T extends EventType>(
  document: DocumentItem,
  type: T,
  by: By,
  about: Subjects,
  subject: () => Subject<T>,
): ChangeRecord {
  const entry = entryOf(type, document.organization_id, by, { document_id: document.id, ...about });
  const event = eventOfDocument(document, type, by, subject, entry.id);
  return { entry, list: listOfDocument(document), event, outbox: event && outbox };
}

/** Returns null for documents outside of any organization, because no endpoint can subscribe to them, and for deleted documents. */
function eventOfDocument<T extends EventType>(
  { organization_id, access_level, created_by, deletion_id }: DocumentItem,
  type: T,
  by: By,
  subject: () => Subject<T>,
  id: ActivityItem['id'],
): EventItem | null {
  if (organization_id === null || deletion_id !== undefined) return null;
  const visibleTo = access_level === 'private' ? created_by.id : null;
  return eventOf(type, organization_id, visibleTo, by, subject(), id);
}

function ofOrganization<T extends EventType>(
  organizationId: OrganizationId,
  type: T,
  by: By,
  about: Subjects,
  subject: Subject<T>,
) {
  const entry = entryOf(type, organizationId, by, about);
  return {
    entry,
    list: activityList.organization(organizationId),
    event: eventOf(type, organizationId, null, by, subject, entry.id),
    outbox,
  };
}

const entryOf = (
  type: ActType | EventType,
  organization_id: OrganizationId | null,
  by: By,
  about: Subjects,
): ActivityItem =>
  newActivity({
    type,
    organization_id,
    actor: by?.user ?? null,
    staff: by?.staff ?? false,
    credential: by?.credential ?? null,
    document_id: null,
    version_id: null,
    policy_id: null,
    ...about,
  });

function eventOf<T extends EventType>(
  type: T,
  organization_id: OrganizationId,
  visible_to: ActorId | null,
  by: By,
  [schema, data]: Subject<T>,
  entryId: ActivityItem['id'],
): EventItem {
  const body = {
    actor: z.parse(eventActor, by?.user ? { ...by.user, staff: by.staff } : null),
    data: z.parse(schema, data),
  };
  const id: EventId = `evt_${ulidOf(entryId)}`;
  return newEvent({ id, organization_id, type, visible_to, body: JSON.stringify(body) }, Date.now());
}
