import { ulidOf } from '../contract/identifiers.ts';

/** Every key of the table is made here, so that this file is the map of it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const documentKey = (documentId: string): Key => ({ pk: `DOC#${ulidOf(documentId)}`, sk: 'DOC' });

export const versionPrefix = 'VERSION#';
export const versionKey = (documentId: string, versionId: string): Key => ({
  pk: `DOC#${ulidOf(documentId)}`,
  sk: versionPrefix + ulidOf(versionId),
});

/** In the order of attachment. `attachment` is its ULID. */
export const attachmentPrefix = 'ATTACHED#';
export const attachmentKey = (documentId: string, attachment: string): Key => ({
  pk: `DOC#${ulidOf(documentId)}`,
  sk: attachmentPrefix + attachment,
});

/** Says that a policy is attached to a document, and by which attachment. */
export const policyAttachmentKey = (documentId: string, policyId: string): Key => ({
  pk: `DOC#${ulidOf(documentId)}`,
  sk: `POLICY#${ulidOf(policyId)}`,
});

/** `usr_X`, `user_X` and `svc_X` alike: a ULID belongs to one person or service account. */
export const callerKey = (userId: string): Key => ({ pk: `USER#${ulidOf(userId)}`, sk: 'USER' });

export const apiKeyKey = (uuid: string): Key => ({ pk: `KEY#${uuid}`, sk: 'KEY' });

/** Of a session token only the hash is known here. */
export const sessionKey = (tokenHash: string): Key => ({ pk: `SESSION#${tokenHash}`, sk: 'SESSION' });

/** A sign-in that has begun. Of the browser's handle for it only the hash is known here. */
export const signInKey = (handleHash: string): Key => ({ pk: `SIGNIN#${handleHash}`, sk: 'SIGNIN' });

/** `window`: the calendar minute, counted from the epoch. */
export const rateKey = (credential: string, window: number): Key => ({
  pk: `RATE#${credential}#${window}`,
  sk: 'RATE',
});

/** An e-mail address belongs to one user: this item is what makes sure of it. */
export const emailKey = (email: string): Key => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: 'EMAIL' });

export const organizationKey = (organizationId: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk: 'ORG',
});

export const memberPrefix = 'MEMBER#';
export const memberKey = (organizationId: string, userId: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk: memberPrefix + ulidOf(userId),
});

export const policyPrefix = 'POLICY#';
export const policyKey = (organizationId: string, policyId: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk: policyPrefix + ulidOf(policyId),
});

export const webhookPrefix = 'WEBHOOK#';
export const webhookKey = (organizationId: string, webhookId: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk: webhookPrefix + ulidOf(webhookId),
});

export const eventKey = (eventId: string): Key => ({ pk: `EVENT#${ulidOf(eventId)}`, sk: 'EVENT' });

/** What is delivered to a webhook endpoint has a partition of its own, however much it is. */
const deliveries = (webhookId: string): string => `WEBHOOK#${ulidOf(webhookId)}`;

/** Who delivers to an endpoint at the moment, and when somebody must look next. */
export const laneKey = (webhookId: string): Key => ({ pk: deliveries(webhookId), sk: 'LANE' });

/** In the order of their events. */
export const deliveryPrefix = 'DELIVERY#';
export const deliveryKey = (webhookId: string, eventId: string): Key => ({
  pk: deliveries(webhookId),
  sk: deliveryPrefix + ulidOf(eventId),
});

/** Deliveries that are not over, in the order in which they are to be attempted (epoch milliseconds, 15 digits). */
export const schedulePrefix = 'SCHEDULE#';
export const scheduleKey = (webhookId: string, at: number, eventId: string): Key => ({
  pk: deliveries(webhookId),
  sk: `${schedulePrefix}${String(at).padStart(15, '0')}#${ulidOf(eventId)}`,
});

/** `number`: 1 for the first. */
export const attemptPrefix = (eventId: string): string => `ATTEMPT#${ulidOf(eventId)}#`;
export const attemptKey = (webhookId: string, eventId: string, number: number): Key => ({
  pk: deliveries(webhookId),
  sk: attemptPrefix(eventId) + String(number).padStart(6, '0'),
});

/**
 * Partitions of the list index. A document is in exactly one: what an organization shares, what one of its people
 * keeps private in it, or what someone made outside any organization.
 */
export const documentList = {
  shared: (organizationId: string) => `ORG#${ulidOf(organizationId)}`,
  private: (organizationId: string, userId: string) => `ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: string) => `USER#${ulidOf(userId)}`,
};

/** Further partitions of the list index, for what operators list. */
export const operatorList = {
  organizations: 'ORGANIZATIONS',
  callers: 'CALLERS',
  apiKeys: (ownerId: string) => `KEYS#USER#${ulidOf(ownerId)}`,
  sessions: (userId: string) => `SESSIONS#USER#${ulidOf(userId)}`,
};

/** The due index is spread over this many partitions, so that no single one limits how fast work is taken up. */
export const dueShards = ['0', '1', '2', '3'] as const;

/** The shard of an identifier, by the last of its random characters. */
export const dueShardOf = (id: string): string => String(id.charCodeAt(id.length - 1) % dueShards.length);
