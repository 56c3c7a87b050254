import {
  type ActivityId,
  type ActorId,
  base32Digits,
  type DocumentId,
  type EventId,
  type InvitationId,
  type MemberUserId,
  type OrganizationId,
  type PolicyId,
  type Tenant,
  type Ulid,
  type UploadId,
  ulidOf,
  type VersionId,
  type WebhookId,
} from '../contract/identifiers.ts';
import { tellsOfReaders } from '../contract/readingEvents.ts';
import { normalizedEmail } from '../emailAddress.ts';
import { dueIndex, filterIndex, listIndex } from './table.ts';

/** Every key of the table is made here, so that this file is the map of it. `README.md` says how each list is read. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

const ofDocument = (documentId: DocumentId, sk: string): Key => ({ pk: `DOC#${ulidOf(documentId)}`, sk });
const ofOrganization = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk,
});
/** Webhook endpoints are not with the members: workers that send requests to strangers' servers write here. */
const ofEndpoints = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ENDPOINTS#${ulidOf(organizationId)}`,
  sk,
});
/** Each webhook endpoint has a partition of its own for its lane, deliveries and attempts, which may be many. */
const ofEndpoint = (webhookId: WebhookId, sk: string): Key => ({ pk: `WEBHOOK#${ulidOf(webhookId)}`, sk });

/** Returns what finds the id in a key by its form: the partition, a space, and the sort key. */
function idIn<const P extends string>(prefix: P, form: RegExp) {
  return ({ pk, sk }: Key): `${P}_${string}` | undefined => {
    const [, ulid] = form.exec(`${pk} ${sk}`) ?? [];
    return ulid === undefined ? undefined : `${prefix}_${ulid}`;
  };
}

export const documentKey = (documentId: DocumentId): Key => ofDocument(documentId, 'DOC');

/** A deleted document is at a key of its own, so that nobody who looks for a document finds it. */
export const deletedDocumentKey = (documentId: DocumentId): Key => ofDocument(documentId, 'DELETED');

/** The deleted document that a key is of; undefined where it is of something else. */
export const deletedDocumentIdIn = /* @__PURE__ */ idIn('doc', /^DOC#(.+) DELETED$/);

export const versionPrefix = 'VERSION#';
export const versionKey = (documentId: DocumentId, versionId: VersionId): Key =>
  ofDocument(documentId, versionPrefix + ulidOf(versionId));

/** The version that a key is of; undefined where it is of something else. */
export const versionIdsIn = ({ pk, sk }: Key) => {
  const [, document, version] = /^DOC#(.+) VERSION#(.+)$/.exec(`${pk} ${sk}`) ?? [];
  return document && version
    ? ({ document_id: `doc_${document}`, version_id: `ver_${version}` } as const)
    : undefined;
};

/** Attachments sort in the order in which they were made: `attachmentId` is a ULID. */
export const attachmentPrefix = 'ATTACHED#';
export const attachmentKey = (documentId: DocumentId, attachmentId: Ulid): Key =>
  ofDocument(documentId, attachmentPrefix + attachmentId);

/** What was attached in an organization lately, in the same order: lists of a policy's documents are a moment behind. */
export const recentAttachmentKey = (organizationId: OrganizationId, attachmentId: Ulid): Key =>
  ofOrganization(organizationId, attachmentPrefix + attachmentId);

/** This item says that a policy is attached to a document, and by which attachment. */
export const policyAttachmentKey = (documentId: DocumentId, policyId: PolicyId): Key =>
  ofDocument(documentId, `POLICY#${ulidOf(policyId)}`);

/** Who accepted a text for a document: `reader` is a person's id, or what is stored of a browser's cookie. */
export const acknowledgementPrefix = 'ACKNOWLEDGED#';
export const acknowledgementKey = (documentId: DocumentId, textHash: string, reader: string): Key =>
  ofDocument(documentId, `${acknowledgementPrefix}${textHash}#${reader}`);

/** A text that somebody accepted for a document. */
export const acknowledgedTextPrefix = 'TEXT#';
export const acknowledgedTextKey = (documentId: DocumentId, textHash: string): Key =>
  ofDocument(documentId, acknowledgedTextPrefix + textHash);

/** A text that was replaced while a policy kept its document, by the entry of the change. */
export const earlierTextPrefix = 'EARLIER#';
export const earlierTextKey = (documentId: DocumentId, changeId: ActivityId): Key =>
  ofDocument(documentId, earlierTextPrefix + ulidOf(changeId));

type UserId = ActorId | MemberUserId;

/** `usr_X`, `user_X` and `svc_X` have one key: a ULID belongs to one person or service account. */
export const callerKey = (userId: UserId): Key => ({ pk: `USER#${ulidOf(userId)}`, sk: 'USER' });

/** The ownerships that were taken from somebody, in the order in which they were. */
export const takenOwnershipKey = (userId: UserId, takingId: Ulid): Key => ({
  pk: `TAKEN#${ulidOf(userId)}`,
  sk: takingId,
});

export const apiKeyKey = (uuid: string): Key => ({ pk: `KEY#${uuid}`, sk: 'KEY' });
export const keyUseKey = (uuid: string): Key => ({ pk: `KEYUSE#${uuid}`, sk: 'KEYUSE' });

/** The roster of an owner's keys: see `rosters.ts`. */
export const apiKeyRosterKey = (ownerId: UserId): Key => ({ pk: `KEYS#USER#${ulidOf(ownerId)}`, sk: 'KEYS' });

/** An `Idempotency-Key` as its caller uses it: null is outside of any organization, or of the person wherever they act. */
export interface IdempotencyKey {
  readonly user_id: ActorId;
  readonly organization_id: OrganizationId | null;
  readonly key: string;
}

/** The partition is the caller's, so that nobody finds what others did by guessing their keys. */
const answers = ({ user_id, organization_id }: IdempotencyKey): string =>
  `ANSWERED#${ulidOf(user_id)}#${organization_id === null ? '' : ulidOf(organization_id)}`;
export const answerKey = (used: IdempotencyKey): Key => ({ pk: answers(used), sk: `ANSWER#${used.key}` });

/** The secret in an answer, which is kept for a shorter time. */
export const shownSecretKey = (used: IdempotencyKey): Key => ({
  pk: answers(used),
  sk: `SECRET#${used.key}`,
});

/** The table knows only the hash of a session token. */
export const sessionKey = (tokenHash: string): Key => ({ pk: `SESSION#${tokenHash}`, sk: 'SESSION' });

/** The table knows only the hash of the handle by which a browser names a sign-in that has begun. */
export const signInKey = (handleHash: string): Key => ({ pk: `SIGNIN#${handleHash}`, sk: 'SIGNIN' });

/** `counted` names an API key, a person with a session, or an address and what it asks for. `window` is the calendar minute, counted from the epoch. */
export const rateKey = (counted: string, window: number): Key => ({
  pk: `RATE#${counted}#${window}`,
  sk: 'RATE',
});

/** This item makes sure that an e-mail address belongs to one user, however it is written. null: it is no address. */
export function emailKey(email: string): Key | null {
  const address = normalizedEmail(email);
  return address === undefined ? null : { pk: `EMAIL#${address}`, sk: 'EMAIL' };
}

/** The table knows only the hash of issuer and subject, which together name an account at an identity provider. */
export const identityKey = (hash: string): Key => ({ pk: `IDENTITY#${hash}`, sk: 'IDENTITY' });

export const organizationKey = (organizationId: OrganizationId): Key => ofOrganization(organizationId, 'ORG');

/** Like a deleted document, a deleted organization is at a key of its own. */
export const deletedOrganizationKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'DELETED');

/** The deleted organization that a key is of; undefined where it is of something else. */
export const deletedOrganizationIdIn = /* @__PURE__ */ idIn('org', /^ORG#(.+) DELETED$/);

/** What was suspended with its organization: nobody finds it at the key that it had. */
export const suspendedPrefix = 'SUSPENDED#';
export const suspendedKey = ({ pk, sk }: Key): Key => ({ pk, sk: suspendedPrefix + sk });

/** The suspended webhook endpoint that a key is of; undefined where it is of something else. */
export const suspendedWebhookIdIn = /* @__PURE__ */ idIn('whk', / SUSPENDED#WEBHOOK#(.+)$/);

export const memberPrefix = 'MEMBER#';
export const memberKey = (organizationId: OrganizationId, userId: UserId): Key =>
  ofOrganization(organizationId, memberPrefix + ulidOf(userId));

/** The roster of an organization's service accounts: see `rosters.ts`. */
export const serviceAccountRosterKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'SERVICEACCOUNTS');

/** A membership that has ended: what its member kept private stays the organization's. */
export const formerMemberPrefix = 'FORMER#';
export const formerMemberKey = (organizationId: OrganizationId, endId: Ulid): Key =>
  ofOrganization(organizationId, formerMemberPrefix + endId);

export const invitationPrefix = 'INVITATION#';
export const invitationKey = (organizationId: OrganizationId, invitationId: InvitationId): Key =>
  ofOrganization(organizationId, invitationPrefix + ulidOf(invitationId));

export const policyPrefix = 'POLICY#';
export const policyKey = (organizationId: OrganizationId, policyId: PolicyId): Key =>
  ofOrganization(organizationId, policyPrefix + ulidOf(policyId));

/** The names of an organization's policies, so that each is one policy's. */
export const policyNamesKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'POLICYNAMES');

export const webhookPrefix = 'WEBHOOK#';
export const webhookKey = (organizationId: OrganizationId, webhookId: WebhookId): Key =>
  ofEndpoints(organizationId, webhookPrefix + ulidOf(webhookId));

/** The beginning of an organization's webhook endpoints: no item has this key. */
export const webhooksKey = (organizationId: OrganizationId): Key =>
  ofEndpoints(organizationId, webhookPrefix);

export const eventKey = (eventId: EventId): Key => ({ pk: `EVENT#${ulidOf(eventId)}`, sk: 'EVENT' });

/** The event that a key is of; undefined where it is of something else. */
export const eventIdIn = /* @__PURE__ */ idIn('evt', /^EVENT#(.+) EVENT$/);

/**
 * Partitions of the filter index with the events of an organization, by id and type: those that all may see who manage it, and
 * those that are for one person only.
 */
export const eventList = {
  shared: (organizationId: OrganizationId) => `EVENTS#ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `EVENTS#ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
};
export const eventPlace = (partition: string, eventId: EventId, type: string) => ({
  [filterIndex.partitionKey]: partition,
  [filterIndex.sortKey]: `${ulidOf(eventId)}#${type}`,
});

/** The type of an event, by its place. */
export const typeInPlace = (place: Readonly<Record<string, unknown>>): string =>
  String(place[filterIndex.sortKey]).split('#')[1] ?? '';

/** Returns the id, organization and type of an event, by its place. Throws for an item that is not an event. */
export function eventInPlace(place: Readonly<Record<string, unknown>>) {
  const [, organization] = /^EVENTS#ORG#([^#]+)/.exec(String(place[filterIndex.partitionKey])) ?? [];
  const [ulid, type] = String(place[filterIndex.sortKey]).split('#');
  if (organization === undefined || ulid === undefined || type === undefined)
    throw new Error(`the item ${place.pk} is not an event`);
  return { id: `evt_${ulid}`, organization_id: `org_${organization}`, type } as const;
}

/** The views of one document in one calendar minute, counted from the epoch, by people without an account from one network. */
export interface ViewsOfMinute {
  readonly document_id: DocumentId;
  readonly minute: number;
  readonly network: string;
}
const ofViews = ({ document_id, minute, network }: ViewsOfMinute, kind: string, end = ''): Key => ({
  pk: `VIEWS#${ulidOf(document_id)}`,
  sk: `${kind}#${minute}#${network}${end}`,
});

/** This item says that the first of these views has an event. */
export const firstViewKey = (views: ViewsOfMinute): Key => ofViews(views, 'FIRST');

/** Counters of the others: each process that records them has its own, whose id is a ULID. */
export const viewCounterKey = (views: ViewsOfMinute, counterId: Ulid): Key =>
  ofViews(views, 'COUNTER', `#${counterId}`);

/** The beginning of these counters: no item has this key. */
export const viewCountersKey = (views: ViewsOfMinute): Key => ofViews(views, 'COUNTER', '#');

/** The views that a key of a counter is of; undefined where it is of something else. */
export function countedViewsIn({ pk, sk }: Key): ViewsOfMinute | undefined {
  const [, document, minute, network] = /^VIEWS#(.+) COUNTER#(\d+)#(.+)#.+$/.exec(`${pk} ${sk}`) ?? [];
  return document && minute && network
    ? { document_id: `doc_${document}`, minute: Number(minute), network }
    : undefined;
}

export const laneKey = (webhookId: WebhookId): Key => ofEndpoint(webhookId, 'LANE');

/** The endpoint whose lane a key is of; undefined where it is of something else. */
export const laneIdIn = /* @__PURE__ */ idIn('whk', /^WEBHOOK#(.+) LANE$/);

/** Deliveries sort in the order of their events. */
export const deliveryPrefix = 'DELIVERY#';
export const deliveryKey = (webhookId: WebhookId, eventId: EventId): Key =>
  ofEndpoint(webhookId, deliveryPrefix + ulidOf(eventId));

/** The partitions of the filter index with the deliveries of an endpoint that failed, or were skipped. */
export const deliveryList = (webhookId: WebhookId, status: 'failed' | 'skipped'): string =>
  `DELIVERIES#${ulidOf(webhookId)}#${status}`;
export const deliveryPlace = (webhookId: WebhookId, eventId: EventId, status: 'failed' | 'skipped') => ({
  [filterIndex.partitionKey]: deliveryList(webhookId, status),
  [filterIndex.sortKey]: ulidOf(eventId),
});

/**
 * Pending deliveries sort by the time of their next attempt (epoch milliseconds, 15 digits). Those of events that tell of readers come
 * after all others.
 */
export const schedulePrefix = 'SCHEDULE#';
export const readingSchedulePrefix = 'SCHEDULE#READING#';
export const scheduleKey = (
  webhookId: WebhookId,
  atMilliseconds: number,
  eventId: EventId,
  eventType: string,
): Key => {
  const prefix = tellsOfReaders(eventType) ? readingSchedulePrefix : schedulePrefix;
  return ofEndpoint(webhookId, `${prefix}${String(atMilliseconds).padStart(15, '0')}#${ulidOf(eventId)}`);
};

/** `host` as `hostOf` names it. */
export const hostKey = (organizationId: OrganizationId, host: string): Key => ({
  pk: `HOST#${ulidOf(organizationId)}#${host}`,
  sk: 'HOST',
});

/** A file that a client puts into the store itself. */
export const uploadKey = (uploadId: UploadId): Key => ({ pk: `UPLOAD#${ulidOf(uploadId)}`, sk: 'UPLOAD' });

/** The slots for a tenant's slow files. */
export const slowFilesKey = (tenant: Tenant): Key => ({ pk: `SLOW#${ulidOf(tenant)}`, sk: 'SLOW' });

/** The slots for what is made of a tenant's files for readers. */
export const copiesKey = (tenant: Tenant): Key => ({ pk: `COPIES#${ulidOf(tenant)}`, sk: 'COPIES' });

/** What there is of a version's pages as pictures. It has a partition of its own: pages that people read write there. */
export const preparedPagesKey = (versionId: VersionId): Key => ({
  pk: `PAGES#${ulidOf(versionId)}`,
  sk: 'PAGES',
});

/** The copy of a version with a reader's watermark. Copies are together by reader, who may have only so many made. */
export const stampedCopyKey = (reader: ActorId, versionId: VersionId): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COPY#${ulidOf(versionId)}`,
});

/** The number of copies that a reader has had made in some span of time. */
export const stampedCountKey = (reader: ActorId, window: number): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COUNT#${window}`,
});

/** `number` is 1 for the first attempt. */
export const attemptPrefix = (eventId: EventId): string => `ATTEMPT#${ulidOf(eventId)}#`;
export const attemptKey = (webhookId: WebhookId, eventId: EventId, number: number): Key =>
  ofEndpoint(webhookId, attemptPrefix(eventId) + String(number).padStart(6, '0'));

/**
 * Partitions of the list index. A document is in exactly one: what an organization shares, what one of its people keeps
 * private in it, or what someone made outside any organization.
 */
export const documentList = {
  shared: (organizationId: OrganizationId) => `ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => `USER#${ulidOf(userId)}`,
  /** Those of one of these partitions that were deleted, in the order of their deletion. */
  deleted: (partition: string) => `DELETED#${partition}`,
};

/** Partitions of the list index: a policy's documents, and a person's organizations. */
export const policyList = (policyId: PolicyId): string => `POLICY#${ulidOf(policyId)}`;
export const membershipList = (userId: UserId): string => `MEMBERSHIPS#USER#${ulidOf(userId)}`;

/** Further partitions of the list index, for what operators list. */
export const operatorList = {
  organizations: 'ORGANIZATIONS',
  deletedOrganizations: 'ORGANIZATIONS#DELETED',
  callers: 'CALLERS',
  apiKeys: (ownerId: UserId) => `KEYS#USER#${ulidOf(ownerId)}`,
  sessions: (userId: UserId) => `SESSIONS#USER#${ulidOf(userId)}`,
};

/** The item of what a tenant has stored has a partition of its own, where nothing conflicts with it. */
export const usageKey = (tenant: Tenant): Key => ({ pk: `USAGE#${ulidOf(tenant)}`, sk: 'USAGE' });

/** Beside it, what the tenant asked to put on a day of UTC, such as 2026-11-22. */
export const askedKey = (tenant: Tenant, day: string): Key => ({
  pk: `USAGE#${ulidOf(tenant)}`,
  sk: `ASKED#${day}`,
});

/** The partition of the filter index that has an organization's archived policies. */
export const archivedPolicyList = (organizationId: OrganizationId): string =>
  `ARCHIVED#ORG#${ulidOf(organizationId)}`;

/** The waiting list of tenants to be counted. */
export const uncountedList = 'USAGE#UNCOUNTED';

export const personalActivityPrefix = 'ACTIVITY#USER#';

/**
 * Partitions of the list index with activity, by id: what an organization's owners and admins see, what the creator of its private
 * documents sees alone, and what is about documents outside of any.
 */
export const activityList = {
  organization: (organizationId: OrganizationId) => `ACTIVITY#ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ACTIVITY#ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => personalActivityPrefix + ulidOf(userId),
};

export const activityPrefix = 'ACTIVITY#';
export const activityOfDocument = (documentId: DocumentId): string => `ACTIVITY#DOC#${ulidOf(documentId)}`;

/** An entry is with its document's; without one, where its list is. */
export const activityKey = (id: ActivityId, documentId: DocumentId | null, partition: string): Key => ({
  pk: documentId === null ? partition : activityOfDocument(documentId),
  sk: ulidOf(id),
});

/** The entries of a list that somebody's acts are among. */
export const activityByActor = (partition: string, userId: UserId): string =>
  `${partition}#ACTOR#${ulidOf(userId)}`;

/** The places of an entry: none by actor for what nobody known has done. */
export const activityPlace = (partition: string, id: ActivityId, actorId: ActorId | null) => ({
  [listIndex.partitionKey]: partition,
  [listIndex.sortKey]: ulidOf(id),
  ...(actorId !== null && {
    [filterIndex.partitionKey]: activityByActor(partition, actorId),
    [filterIndex.sortKey]: ulidOf(id),
  }),
});

const readingOf = (documentId: DocumentId): string => `READING#${ulidOf(documentId)}`;

/** A view of a page: beside the entry of the view, which is never changed. */
export const viewKey = (documentId: DocumentId, viewId: ActivityId): Key => ({
  pk: readingOf(documentId),
  sk: ulidOf(viewId),
});

/** The latest view of a version by a reader without its page. */
export const directViewKey = (documentId: DocumentId, versionId: VersionId, reader: string): Key => ({
  pk: readingOf(documentId),
  sk: `DIRECT#${ulidOf(versionId)}#${reader}`,
});

/** The chain that the entries of one list of activity are sealed in. `partition` is that of the list. */
export const chainKey = (partition: string): Key => ({ pk: `CHAIN#${partition}`, sk: 'CHAIN' });
export const blockPrefix = 'BLOCK#';
export const blockKey = (partition: string, number: number): Key => ({
  pk: `CHAIN#${partition}`,
  sk: blockPrefix + String(number).padStart(12, '0'),
});

/** The sealer looks at the chains of one partition each minute, so at each chain twice an hour. */
export const chainShardCount = 30;
const chainShard = (shard: number): string => `CHAINS#${shard}`;

/** Partitions of the list index that have the chains, by list. */
export const chainShards: readonly string[] = Array.from({ length: chainShardCount }, (_, shard) =>
  chainShard(shard),
);
export const chainPlace = (partition: string) => ({
  [listIndex.partitionKey]: chainShard(randomBitsOf(partition) % chainShardCount),
  [listIndex.sortKey]: partition,
});

/** The mark of a list of activity with something new. Functions that commit entries write marks, and no chains. */
const markPrefix = 'MARK#';
export const markKey = (partition: string): Key => ({ pk: markPrefix + partition, sk: 'MARK' });

/** The list that a mark is of. */
export const markedListIn = ({ pk }: Key): string => pk.slice(markPrefix.length);

/** The waiting list of marks. */
export const unsealedList = 'CHAINS#UNSEALED';

/**
 * The due index is spread over this many partitions. Each takes 1,000 writes a second (Amazon DynamoDB, "Partitions"). An
 * upload makes 2, as its version is due and is done. Where it has endpoints, each of its four events is due and is fanned out
 * (2), and one that hears of all four adds 8 at most, by waking its lane (2 each). So 5,000 uploads a second are 10,000 to
 * 90,000 writes, 80 to 700 a partition. The sweep's queries cost half a read unit each while nothing is due: 64 a
 * minute, 2.8 million or about 0.35 dollars a month.
 *
 * The number may grow: the partitions there were stay among those that the sweep reads. It must never shrink.
 */
export const dueShardCount = 128;

/** Returns the shard of an identifier. */
export const dueShardOf = (id: `${string}_${string}`): string => String(randomBitsOf(id) % dueShardCount);

/** Returns the last two characters of what ends with a ULID as a number: ten random bits. */
function randomBitsOf(text: string): number {
  const [high = '0', low = '0'] = text.slice(-2);
  return base32Digits.indexOf(high) * base32Digits.length + base32Digits.indexOf(low);
}

/** Returns the partition of an item in the due index: none when nothing is due. */
export const duePlace = (id: `${string}_${string}`, dueAtMilliseconds: number | undefined) =>
  dueAtMilliseconds === undefined ? {} : { [dueIndex.partitionKey]: dueShardOf(id) };

export const dueShards: readonly string[] = Array.from({ length: dueShardCount }, (_, shard) =>
  String(shard),
);
