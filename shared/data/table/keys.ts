import {
  type ActivityId,
  type ActorId,
  base32Digits,
  type DocumentId,
  type EventId,
  type InvitationId,
  type MailId,
  type MemberUserId,
  type OrganizationId,
  type PolicyId,
  type SessionId,
  type ShareId,
  type Tenant,
  type Ulid,
  type UploadId,
  ulidOf,
  type VersionId,
  type WebhookId,
} from '../../contract/identifiers.ts';
import { isAboutReaders } from '../../contract/readingEvents.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { dueIndex, filterIndex, listIndex } from './table.ts';

/** Every key of the table is made here, so this file is the map of the table. `KEYS.md` is made from it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

const ofDocument = (documentId: DocumentId, sk: string): Key => ({ pk: `DOC#${ulidOf(documentId)}`, sk });
const ofOrganization = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk,
});
/** Webhook endpoints have their own partition. Workers that call foreign servers may write there, but not to the rest of an organization. */
const ofEndpoints = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ENDPOINTS#${ulidOf(organizationId)}`,
  sk,
});
/** Each webhook endpoint has a partition of its own for its lane, deliveries and attempts, which may be many. */
const ofEndpoint = (webhookId: WebhookId, sk: string): Key => ({ pk: `WEBHOOK#${ulidOf(webhookId)}`, sk });

/** Returns a function that finds the id in a key. `form` matches the partition, a space, and the sort key. */
function idIn<const P extends string>(prefix: P, form: RegExp) {
  return ({ pk, sk }: Key): `${P}_${string}` | undefined => {
    const [, ulid] = form.exec(`${pk} ${sk}`) ?? [];
    return ulid === undefined ? undefined : `${prefix}_${ulid}`;
  };
}

export const documentKey = (documentId: DocumentId): Key => ofDocument(documentId, 'DOC');

/** A deleted document has a key of its own, so that no lookup of a document finds it. */
export const deletedDocumentKey = (documentId: DocumentId): Key => ofDocument(documentId, 'DELETED');

/** Returns the id of the deleted document at this key; undefined for other keys. */
export const deletedDocumentIdIn = /* @__PURE__ */ idIn('doc', /^DOC#(.+) DELETED$/);

export const versionPrefix = 'VERSION#';
export const versionKey = (documentId: DocumentId, versionId: VersionId): Key =>
  ofDocument(documentId, versionPrefix + ulidOf(versionId));

/** A deleted version has a key of its own, so that no lookup of a version finds it. */
export const deletedVersionPrefix = 'REMOVED#';
export const deletedVersionKey = (documentId: DocumentId, versionId: VersionId): Key =>
  ofDocument(documentId, deletedVersionPrefix + ulidOf(versionId));

/** Returns a function that finds the ids of a document and a version in a key. `form` matches the partition, a space, and the sort key. */
const versionIn =
  (form: RegExp) =>
  ({ pk, sk }: Key) => {
    const [, document, version] = form.exec(`${pk} ${sk}`) ?? [];
    return document && version
      ? ({ document_id: `doc_${document}`, version_id: `ver_${version}` } as const)
      : undefined;
  };

/** Return the ids of the version, or the deleted version, at this key; undefined for other keys. */
export const versionIdsIn = /* @__PURE__ */ versionIn(/^DOC#(\w+) VERSION#(\w+)$/);
export const deletedVersionIdsIn = /* @__PURE__ */ versionIn(/^DOC#(\w+) REMOVED#(\w+)$/);

/** Attachments sort in the order in which they were made: `attachmentId` is a ULID. */
export const attachmentPrefix = 'ATTACHED#';
export const attachmentKey = (documentId: DocumentId, attachmentId: Ulid): Key =>
  ofDocument(documentId, attachmentPrefix + attachmentId);

/**
 * Recent attachments in an organization, in the same order. Lists of a policy's documents are eventually consistent and can miss the
 * latest attachments, so these items are read in addition.
 */
export const recentAttachmentKey = (organizationId: OrganizationId, attachmentId: Ulid): Key =>
  ofOrganization(organizationId, attachmentPrefix + attachmentId);

/** This item says that a policy is attached to a document, and by which attachment. */
export const policyAttachmentKey = (documentId: DocumentId, policyId: PolicyId): Key =>
  ofDocument(documentId, `POLICY#${ulidOf(policyId)}`);

/** A reader's acceptance of a text for a document. `reader`: a person's id, or the stored hash of a browser's cookie. */
export const acknowledgementPrefix = 'ACKNOWLEDGED#';
export const acknowledgementKey = (documentId: DocumentId, textHash: string, reader: string): Key =>
  ofDocument(documentId, `${acknowledgementPrefix}${textHash}#${reader}`);

/** A text that somebody accepted for a document. */
export const acknowledgedTextPrefix = 'TEXT#';
export const acknowledgedTextKey = (documentId: DocumentId, textHash: string): Key =>
  ofDocument(documentId, acknowledgedTextPrefix + textHash);

/** An earlier title or description, stored because a policy retains the document. The key has the id of the change's entry. */
export const earlierTextPrefix = 'EARLIER#';
export const earlierTextKey = (documentId: DocumentId, changeId: ActivityId): Key =>
  ofDocument(documentId, earlierTextPrefix + ulidOf(changeId));

/** A share's place in the list of its document. */
export const sharePrefix = 'SHARE#';
export const shareKey = (documentId: DocumentId, shareId: ShareId): Key =>
  ofDocument(documentId, sharePrefix + ulidOf(shareId));

/** The share of a document to an address. `address`: as `normalizedEmail` returned it. */
export const sharedWithKey = (documentId: DocumentId, address: string): Key =>
  ofDocument(documentId, `SHAREDWITH#${address}`);

/** The partition of the list index with the shares to an address, by id. */
export const sharesWith = (address: string): string => `SHAREDWITH#${address}`;

type UserId = ActorId | MemberUserId;

/** `usr_X`, `user_X` and `svc_X` have one key: a ULID belongs to one person or service account. */
export const callerKey = (userId: UserId): Key => ({ pk: `USER#${ulidOf(userId)}`, sk: 'USER' });

/**
 * The record that somebody lost the role of owner to a person without powers (`takenOwnerships.ts`). Records sort by the time of the loss.
 */
export const takenOwnershipKey = (userId: UserId, takingId: Ulid): Key => ({
  pk: `TAKEN#${ulidOf(userId)}`,
  sk: takingId,
});

export const apiKeyKey = (uuid: string): Key => ({ pk: `KEY#${uuid}`, sk: 'KEY' });
/** Returns the UUID of the API key at this key; undefined for other keys. */
export const apiKeyUuidIn = ({ pk, sk }: Key): string | undefined =>
  sk === 'KEY' ? /^KEY#(.+)$/.exec(pk)?.[1] : undefined;
/** The last run of the sweep: one item for the stage. */
export const sweepKey: Key = { pk: 'SWEEP', sk: 'SWEEP' };

export const keyUseKey = (uuid: string): Key => ({ pk: `KEYUSE#${uuid}`, sk: 'KEYUSE' });

/** The roster of an owner's API keys: see `rosters.ts`. */
export const apiKeyRosterKey = (ownerId: UserId): Key => ({ pk: `KEYS#USER#${ulidOf(ownerId)}`, sk: 'KEYS' });

/**
 * An `Idempotency-Key` of a caller. `organization_id` is null outside of any organization, and for operations whose idempotency keys belong
 * to the person in all organizations (`idempotency: 'of the person'`).
 */
export interface IdempotencyKey {
  readonly user_id: ActorId;
  readonly organization_id: OrganizationId | null;
  readonly key: string;
}

/** The partition belongs to the caller, so nobody can learn anything by guessing the idempotency keys of others. */
const answers = ({ user_id, organization_id }: IdempotencyKey): string =>
  `ANSWERED#${ulidOf(user_id)}#${organization_id === null ? '' : ulidOf(organization_id)}`;
export const answerKey = (used: IdempotencyKey): Key => ({ pk: answers(used), sk: `ANSWER#${used.key}` });

/** The secret in an answer. The secret is kept for a shorter time than the answer. */
export const shownSecretKey = (used: IdempotencyKey): Key => ({
  pk: answers(used),
  sk: `SECRET#${used.key}`,
});

/** The table knows only the hash of a session's token. The id is the beginning of that hash. */
export const sessionKey = (sessionId: SessionId): Key => ({
  pk: `SESSION#${ulidOf(sessionId)}`,
  sk: 'SESSION',
});

/** The table stores only the hash of the handle by which a browser names its sign-in. */
export const signInKey = (handleHash: string): Key => ({ pk: `SIGNIN#${handleHash}`, sk: 'SIGNIN' });

/**
 * `counted`: the name of a counter, such as `key:` with the UUID of an API key. `window`: the calendar minute, counted from the epoch.
 */
export const rateKey = (counted: string, window: number): Key => ({
  pk: `RATE#${counted}#${window}`,
  sk: 'RATE',
});

/** This item makes an e-mail address unique in every spelling. null: the text is not an address. */
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

/** Returns the id of the deleted organization at this key; undefined for other keys. */
export const deletedOrganizationIdIn = /* @__PURE__ */ idIn('org', /^ORG#(.+) DELETED$/);

/** Items suspended with their organization. No lookup at their former key finds them. */
export const suspendedPrefix = 'SUSPENDED#';
export const suspendedKey = ({ pk, sk }: Key): Key => ({ pk, sk: suspendedPrefix + sk });

/** Returns the id of the suspended webhook endpoint at this key; undefined for other keys. */
export const suspendedWebhookIdIn = /* @__PURE__ */ idIn('whk', /^\S+ SUSPENDED#WEBHOOK#(\w+)$/);

export const memberPrefix = 'MEMBER#';
export const memberKey = (organizationId: OrganizationId, userId: UserId): Key =>
  ofOrganization(organizationId, memberPrefix + ulidOf(userId));

/** The roster of an organization's service accounts: see `rosters.ts`. */
export const serviceAccountRosterKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'SERVICEACCOUNTS');

/** A membership that has ended. The member's private documents stay with the organization. */
export const formerMemberPrefix = 'FORMER#';
export const formerMemberKey = (organizationId: OrganizationId, endId: Ulid): Key =>
  ofOrganization(organizationId, formerMemberPrefix + endId);

/**
 * The time when the member with an address last left an organization. All earlier shares of the organization's documents to that address
 * have ended. `address`: as `normalizedEmail` returned it.
 */
export const leftKey = (organizationId: OrganizationId, address: string): Key =>
  ofOrganization(organizationId, leftSort(address));
export const leftSort = (address: string): string => `LEFT#${address}`;

export const invitationPrefix = 'INVITATION#';
export const invitationKey = (organizationId: OrganizationId, invitationId: InvitationId): Key =>
  ofOrganization(organizationId, invitationPrefix + ulidOf(invitationId));

export const policyPrefix = 'POLICY#';
export const policyKey = (organizationId: OrganizationId, policyId: PolicyId): Key =>
  ofOrganization(organizationId, policyPrefix + ulidOf(policyId));

/** The names of an organization's policies, so that each name is unique. */
export const policyNamesKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'POLICYNAMES');

export const webhookPrefix = 'WEBHOOK#';
export const webhookKey = (organizationId: OrganizationId, webhookId: WebhookId): Key =>
  ofEndpoints(organizationId, webhookPrefix + ulidOf(webhookId));

/** The common prefix of the keys of an organization's webhook endpoints. No item has this key. */
export const webhooksKey = (organizationId: OrganizationId): Key =>
  ofEndpoints(organizationId, webhookPrefix);

export const eventKey = (eventId: EventId): Key => ({ pk: `EVENT#${ulidOf(eventId)}`, sk: 'EVENT' });

/** Returns the id of the event at this key; undefined for other keys. */
export const eventIdIn = /* @__PURE__ */ idIn('evt', /^EVENT#(.+) EVENT$/);

/**
 * Partitions of the filter index with the events of an organization, by id and type: those for all who manage it, and those for one
 * person only.
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

/** Returns the type of an event from its place. */
export const typeInPlace = (place: Readonly<Record<string, unknown>>): string =>
  String(place[filterIndex.sortKey]).split('#')[1] ?? '';

/** Returns the id, organization and type of an event from its place. Throws for an item that is not an event. */
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

/** Counters of the other views. Each process that records views has its own, named by a ULID. */
export const viewCounterKey = (views: ViewsOfMinute, counterId: Ulid): Key =>
  ofViews(views, 'COUNTER', `#${counterId}`);

/** The common prefix of the keys of these counters. No item has this key. */
export const viewCountersKey = (views: ViewsOfMinute): Key => ofViews(views, 'COUNTER', '#');

/** Returns the views that a counter's key names; undefined for other keys. */
export function countedViewsIn({ pk, sk }: Key): ViewsOfMinute | undefined {
  const [, document, minute, network] = /^VIEWS#(\w+) COUNTER#(\d+)#([^#]+)#\w+$/.exec(`${pk} ${sk}`) ?? [];
  return document && minute && network
    ? { document_id: `doc_${document}`, minute: Number(minute), network }
    : undefined;
}

export const laneKey = (webhookId: WebhookId): Key => ofEndpoint(webhookId, 'LANE');

/** Returns the id of the endpoint whose lane is at this key; undefined for other keys. */
export const laneIdIn = /* @__PURE__ */ idIn('whk', /^WEBHOOK#(.+) LANE$/);

/** Deliveries sort in the order of their events. */
export const deliveryPrefix = 'DELIVERY#';
export const deliveryKey = (webhookId: WebhookId, eventId: EventId): Key =>
  ofEndpoint(webhookId, deliveryPrefix + ulidOf(eventId));

/** The partitions of the filter index with the failed or skipped deliveries of an endpoint. */
export const deliveryList = (webhookId: WebhookId, status: 'failed' | 'skipped'): string =>
  `DELIVERIES#${ulidOf(webhookId)}#${status}`;
export const deliveryPlace = (webhookId: WebhookId, eventId: EventId, status: 'failed' | 'skipped') => ({
  [filterIndex.partitionKey]: deliveryList(webhookId, status),
  [filterIndex.sortKey]: ulidOf(eventId),
});

/** Pending deliveries sort by the time of their next attempt (epoch milliseconds, 15 digits). Those of events about readers come last. */
export const schedulePrefix = 'SCHEDULE#';
export const readingSchedulePrefix = 'SCHEDULE#READING#';
export const scheduleKey = (
  webhookId: WebhookId,
  atMilliseconds: number,
  eventId: EventId,
  eventType: string,
): Key => {
  const prefix = isAboutReaders(eventType) ? readingSchedulePrefix : schedulePrefix;
  return ofEndpoint(webhookId, `${prefix}${String(atMilliseconds).padStart(15, '0')}#${ulidOf(eventId)}`);
};

/** `host`: a name that `hostOf` returns. */
export const hostKey = (organizationId: OrganizationId, host: string): Key => ({
  pk: `HOST#${ulidOf(organizationId)}#${host}`,
  sk: 'HOST',
});

/** A file that a client uploads directly to S3. */
export const uploadKey = (uploadId: UploadId): Key => ({ pk: `UPLOAD#${ulidOf(uploadId)}`, sk: 'UPLOAD' });

export const mailPrefix = 'MAIL#';
export const mailKey = (mailId: MailId): Key => ({ pk: mailPrefix + ulidOf(mailId), sk: 'MAIL' });

/** Returns the id of the mail at this key; undefined for other keys. */
export const mailIdIn = /* @__PURE__ */ idIn('mail', /^MAIL#(.+) MAIL$/);

export const mailCountPrefix = 'MAILCOUNT#';
/** The mails that were sent for a tenant on a day of UTC, such as 2026-11-22. */
export const mailCountKey = (sender: Tenant, day: string): Key => ({
  pk: mailCountPrefix + ulidOf(sender),
  sk: day,
});

/** The mails that a person caused on a day of UTC, for any sender. */
export const causedMailCountKey = (person: ActorId, day: string): Key => ({
  pk: mailCountPrefix + ulidOf(person),
  sk: `${day}#CAUSED`,
});

/** The mails to one address on a day of UTC, of any sender. The table knows only the hash of the address. */
export const addressMailCountKey = (addressHash: string, day: string): Key => ({
  pk: `${mailCountPrefix}TO#${addressHash}`,
  sk: day,
});

/** The notices about new owners of an organization to one address on a day of UTC. */
export const ownerNoticeCountKey = (addressHash: string, day: string, organization: Tenant): Key => ({
  pk: `${mailCountPrefix}TO#${addressHash}`,
  sk: `${day}#OWNERS#${ulidOf(organization)}`,
});

/** This item stops mail to an address: all mail, or that of one sender. The table knows only the hash of the address. */
export const mailBlockKey = (addressHash: string, sender: Tenant | 'all'): Key => ({
  pk: `NOMAIL#${addressHash}`,
  sk: sender === 'all' ? 'ALL' : `FROM#${ulidOf(sender)}`,
});

/** The slots for a tenant's slow files. */
export const slowFilesKey = (tenant: Tenant): Key => ({ pk: `SLOW#${ulidOf(tenant)}`, sk: 'SLOW' });

/** The slots for drawing pages and stamping copies of a tenant's files for readers. */
export const copiesKey = (tenant: Tenant): Key => ({ pk: `COPIES#${ulidOf(tenant)}`, sk: 'COPIES' });

/** The state of the pictures of a version's pages. It has its own partition, because the functions that show pages write there. */
export const preparedPagesKey = (versionId: VersionId): Key => ({
  pk: `PAGES#${ulidOf(versionId)}`,
  sk: 'PAGES',
});

/** A reader's copy of a version, with their watermark. The partition belongs to the reader, whose number of copies is limited. */
export const stampedCopyKey = (reader: ActorId, versionId: VersionId): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COPY#${ulidOf(versionId)}`,
});

/** The number of copies made for a reader in a span of time. */
export const stampedCountKey = (reader: ActorId, window: number): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COUNT#${window}`,
});

/** `number` is 1 for the first attempt. */
export const attemptPrefix = (eventId: EventId): string => `ATTEMPT#${ulidOf(eventId)}#`;
export const attemptKey = (webhookId: WebhookId, eventId: EventId, number: number): Key =>
  ofEndpoint(webhookId, attemptPrefix(eventId) + String(number).padStart(6, '0'));

/**
 * Partitions of the list index. A document is in exactly one: documents that an organization shares, those that a member keeps private in
 * it, or those that somebody made outside any organization.
 */
export const documentList = {
  shared: (organizationId: OrganizationId) => `ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => `USER#${ulidOf(userId)}`,
  /** The deleted documents of one of these partitions, in the order of deletion. */
  deleted: (partition: string) => `DELETED#${partition}`,
};

/**
 * Partitions of the list index: a policy's documents, and a person's organizations. In the filter index, a policy has a partition of the
 * same name with its documents by id.
 */
export const policyList = (policyId: PolicyId): string => `POLICY#${ulidOf(policyId)}`;
export const membershipList = (userId: UserId): string => `MEMBERSHIPS#USER#${ulidOf(userId)}`;

/** Further partitions of the list index. Their lists are for operators. */
export const operatorList = {
  organizations: 'ORGANIZATIONS',
  deletedOrganizations: 'ORGANIZATIONS#DELETED',
  callers: 'CALLERS',
  apiKeys: (ownerId: UserId) => `KEYS#USER#${ulidOf(ownerId)}`,
  sessions: (userId: UserId) => `SESSIONS#USER#${ulidOf(userId)}`,
};

/** A tenant's usage has a partition of its own, where nothing conflicts with it. */
export const usageKey = (tenant: Tenant): Key => ({ pk: `USAGE#${ulidOf(tenant)}`, sk: 'USAGE' });

/** The bytes that the tenant asked to upload on a day of UTC, such as 2026-11-22. */
export const askedKey = (tenant: Tenant, day: string): Key => ({
  pk: `USAGE#${ulidOf(tenant)}`,
  sk: `ASKED#${day}`,
});

/** The partition of the filter index with an organization's archived policies. */
export const archivedPolicyList = (organizationId: OrganizationId): string =>
  `ARCHIVED#ORG#${ulidOf(organizationId)}`;

/** The waiting list of tenants to be counted. */
export const uncountedList = 'USAGE#UNCOUNTED';

export const personalActivityPrefix = 'ACTIVITY#USER#';

/**
 * Partitions of the list index with activity, by id: entries for an organization's owners and admins, entries for the creator of private
 * documents only, and entries about documents outside of any organization.
 */
export const activityList = {
  organization: (organizationId: OrganizationId) => `ACTIVITY#ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ACTIVITY#ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => personalActivityPrefix + ulidOf(userId),
};

export const activityPrefix = 'ACTIVITY#';
export const activityOfDocument = (documentId: DocumentId): string => `ACTIVITY#DOC#${ulidOf(documentId)}`;

/** An entry about a document is in the document's partition. Other entries are in the partition of their list. */
export const activityKey = (id: ActivityId, documentId: DocumentId | null, partition: string): Key => ({
  pk: documentId === null ? partition : activityOfDocument(documentId),
  sk: ulidOf(id),
});

/** One actor's entries in a list. */
export const activityByActor = (partition: string, userId: UserId): string =>
  `${partition}#ACTOR#${ulidOf(userId)}`;

/** The places of an entry. Without a known actor it has no place by actor. */
export const activityPlace = (partition: string, id: ActivityId, actorId: ActorId | null) => ({
  [listIndex.partitionKey]: partition,
  [listIndex.sortKey]: ulidOf(id),
  ...(actorId !== null && {
    [filterIndex.partitionKey]: activityByActor(partition, actorId),
    [filterIndex.sortKey]: ulidOf(id),
  }),
});

const readingOf = (documentId: DocumentId): string => `READING#${ulidOf(documentId)}`;

/**
 * The counts of the readings by a share. They have an item of their own, because functions that show pages may write it, but may not write
 * shares.
 */
export const shareReadsKey = (documentId: DocumentId, shareId: ShareId): Key => ({
  pk: readingOf(documentId),
  sk: sharePrefix + ulidOf(shareId),
});

/** The state of a share's latest mail. Workers may write this item, but may not write shares. It is removed together with the readings. */
export const shareMailKey = (documentId: DocumentId, shareId: ShareId): Key => ({
  pk: readingOf(documentId),
  sk: `${sharePrefix}${ulidOf(shareId)}#MAIL`,
});

/** A view of a document's page. The entry of the view is another item, which never changes. */
export const viewKey = (documentId: DocumentId, viewId: ActivityId): Key => ({
  pk: readingOf(documentId),
  sk: ulidOf(viewId),
});

/** The latest direct view: a reader got a version without opening the page of the document. */
export const directViewKey = (documentId: DocumentId, versionId: VersionId, reader: string): Key => ({
  pk: readingOf(documentId),
  sk: `DIRECT#${ulidOf(versionId)}#${reader}`,
});

export const dayPrefix = 'DAY#';
/** The counts of a document's readings on a day of UTC, such as 2026-11-22. */
export const dayCountsKey = (documentId: DocumentId, day: string): Key => ({
  pk: readingOf(documentId),
  sk: dayPrefix + day,
});

export const readerOfDayPrefix = 'READER#';
/** This item marks a reader of a document on a day of UTC, so that the reader is counted once. */
export const readerOfDayKey = (documentId: DocumentId, day: string, reader: string): Key => ({
  pk: readingOf(documentId),
  sk: `${readerOfDayPrefix}${day}#${reader}`,
});

/** The number of views that reached each page of a version. Views while the document was private have an item of their own. */
export const reachedPagesKey = (
  documentId: DocumentId,
  versionId: VersionId,
  during: 'PRIVATE' | 'SHARED',
): Key => ({ pk: readingOf(documentId), sk: `REACHED#${ulidOf(versionId)}#${during}` });

/** The range of the sort keys of all items except views. The sort keys of views begin with a digit, all others with a capital letter. */
export const besideViews = { from: 'A', to: '[' } as const;

/** The chain that seals the entries of one list of activity. `partition`: that of the list. */
export const chainKey = (partition: string): Key => ({ pk: `CHAIN#${partition}`, sk: 'CHAIN' });
export const blockPrefix = 'BLOCK#';
export const blockKey = (partition: string, number: number): Key => ({
  pk: `CHAIN#${partition}`,
  sk: blockPrefix + String(number).padStart(12, '0'),
});

/** The sealer checks the chains of one partition each minute. So it checks each chain twice an hour. */
export const chainShardCount = 30;
const chainShard = (shard: number): string => `CHAINS#${shard}`;

/** Partitions of the list index with the chains, by list. */
export const chainShards: readonly string[] = Array.from({ length: chainShardCount }, (_, shard) =>
  chainShard(shard),
);
export const chainPlace = (partition: string) => ({
  [listIndex.partitionKey]: chainShard(randomBitsOf(partition) % chainShardCount),
  [listIndex.sortKey]: partition,
});

/** The mark of a list of activity with new entries. Functions that commit entries may write marks, but may not write chains. */
const markPrefix = 'MARK#';
export const markKey = (partition: string): Key => ({ pk: markPrefix + partition, sk: 'MARK' });

/** Returns the list that a mark is for. */
export const markedListIn = ({ pk }: Key): string => pk.slice(markPrefix.length);

/** The waiting list of marks. */
export const unsealedList = 'CHAINS#UNSEALED';

/**
 * The due index is spread over this many partitions. Each takes 1,000 writes a second (Amazon DynamoDB, "Partitions"). An upload makes 2
 * writes: one when its version becomes due, one when it is processed. In an organization with endpoints, each of the upload's four events
 * also becomes due and is fanned out (2 writes). An event also wakes the lane of each endpoint that receives it (2 writes at most). So 5,000
 * uploads a second make 10,000 writes a second without endpoints, and at most 90,000 with one endpoint: 80 to 700 in each partition.
 *
 * The sweep queries each partition once a minute. While nothing is due, a query costs half a read unit. So all partitions cost 64 read
 * units a minute, or 2.8 million read units a month, which is about 0.35 dollars.
 *
 * The number may grow, because the sweep still reads the old partitions. It must never shrink.
 */
export const dueShardCount = 128;

/** Returns the shard of an identifier. */
export const dueShardOf = (id: `${string}_${string}`): string => String(randomBitsOf(id) % dueShardCount);

/** Returns ten random bits as a number: the last two characters of the ULID at the end of a text. */
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
