import * as z from 'zod/mini';

/** A ULID in lower case: 26 characters of Crockford's base 32 (specification 2.1). */
const ulidPattern = '[0-9a-hjkmnp-tv-z]{26}';
/** The digits of Crockford's base 32 in lower case, by their value. */
export const base32Digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Each kind of identifier is a type of its own, with its prefix: a `doc_` in place of a `ver_` does not compile. A template
 * literal such as `doc_${ulid}` has the type without a cast.
 */
type Id<Prefix extends string> = `${Prefix}_${string}`;

/* @__NO_SIDE_EFFECTS__ */
const identifier = <const Prefix extends string>(prefixes: readonly Prefix[], title: string) => {
  const names = prefixes.length > 1 ? `(${prefixes.join('|')})` : prefixes.join('');
  return z
    .string()
    .check(
      z.regex(
        new RegExp(`^${names}_${ulidPattern}$`),
        `must be ${title}: ${names}_ and 26 lower-case characters`,
      ),
    ) as z.ZodMiniType<Id<Prefix>, Id<Prefix>>;
};

export const documentId = identifier(['doc'], 'a document id');
/** Text with 1 to `max` document ids, separated by commas. */
export const documentIds = (max: number) =>
  z.string().check(
    z.refine(
      (text) => text.split(',').length <= max && listOfDocumentIds.test(text),
      `must be 1 to ${max} document ids, separated by commas`,
    ),
    z.meta({ pattern: `^doc_${ulidPattern}(,doc_${ulidPattern}){0,${max - 1}}$` }),
  );
const listOfDocumentIds = new RegExp(`^doc_${ulidPattern}(,doc_${ulidPattern})*$`);
/** Returns the ids in a text that `documentIds` accepts. */
export const documentIdsIn = (text: string): DocumentId[] => z.parse(z.array(documentId), text.split(','));
export const versionId = identifier(['ver'], 'a version id');
export const policyId = identifier(['pol'], 'a policy id');
export const organizationId = identifier(['org'], 'an organization id');
export const webhookId = identifier(['whk'], 'a webhook endpoint id');
export const uploadId = identifier(['upl'], 'an upload id');
export const shareId = identifier(['shr'], 'a share id');
/** A person's request for access to a document. */
export const accessRequestId = identifier(['acr'], 'an access request id');
export const groupId = identifier(['grp'], 'a group id');
export const groupEntryId = identifier(['gre'], 'an id of an entry of a group');
export const roomId = identifier(['room'], 'a room id');
/** An item of a room. That of a document has the 26 characters of the document. */
export const roomItemId = identifier(['itm'], 'an id of an item of a room');
export const roomAccessId = identifier(['rac'], 'an id of an access entry of a room');
export const invitationId = identifier(['inv'], 'an invitation id');
export const eventId = identifier(['evt'], 'an event id');
/** Clients do not see it. */
export const mailId = identifier(['mail'], 'a mail id');
/** The id of an entry of activity. If the entry has an event, the ids of both have the same 26 characters. */
export const activityId = identifier(['act'], 'an activity id');
/** The id has the first 26 characters of the hash of the session's token. */
export const sessionId = identifier(['ses'], 'a session id');
/** The text of the API key contains the same 26 characters. */
export const apiKeyId = identifier(['key'], 'an API key id');
export const serviceAccountId = identifier(['svc'], 'a service account id');
/** The id of a person in the member resources. In the User object, the id of the same person begins with `user_`. */
export const memberUserId = identifier(['usr'], 'a user id');
/** A person, by either of their ids. */
export const personId = identifier(['usr', 'user'], 'a user id');
/** A user or a service account inside the User object. */
export const actorId = identifier(['user', 'svc'], 'a user or service account id');
/** A user, by either of their ids, or a service account. */
export const anyActorId = identifier(['user', 'usr', 'svc'], 'a user or service account id');

export type DocumentId = z.infer<typeof documentId>;
export type VersionId = z.infer<typeof versionId>;
export type PolicyId = z.infer<typeof policyId>;
export type OrganizationId = z.infer<typeof organizationId>;
export type WebhookId = z.infer<typeof webhookId>;
export type UploadId = z.infer<typeof uploadId>;
export type ShareId = z.infer<typeof shareId>;
export type AccessRequestId = z.infer<typeof accessRequestId>;
export type GroupId = z.infer<typeof groupId>;
export type GroupEntryId = z.infer<typeof groupEntryId>;
export type RoomId = z.infer<typeof roomId>;
export type RoomItemId = z.infer<typeof roomItemId>;
export type RoomAccessId = z.infer<typeof roomAccessId>;
export type InvitationId = z.infer<typeof invitationId>;
export type EventId = z.infer<typeof eventId>;
export type MailId = z.infer<typeof mailId>;
export type ActivityId = z.infer<typeof activityId>;
export type SessionId = z.infer<typeof sessionId>;
export type ApiKeyId = z.infer<typeof apiKeyId>;
export type ServiceAccountId = z.infer<typeof serviceAccountId>;
export type MemberUserId = z.infer<typeof memberUserId>;
export type ActorId = z.infer<typeof actorId>;

/** The owner of a document: its organization. If the document belongs to no organization, its creator. */
export const tenant = z.union([organizationId, actorId]);
export type Tenant = z.infer<typeof tenant>;
export const isOrganization = (tenant: Tenant): tenant is OrganizationId => tenant.startsWith('org_');

/** A ULID without a prefix, for items whose ids clients do not see. */
export const ulid = z
  .string()
  .check(z.regex(new RegExp(`^${ulidPattern}$`)))
  .brand<'Ulid'>();
export type Ulid = z.infer<typeof ulid>;

/**
 * Returns the part of an identifier after its prefix. The keys of the table and of objects in S3 contain this part, and the `user_` and
 * `usr_` identifiers of one person share it.
 */
export const ulidOf = (id: Id<string>): Ulid => id.slice(id.indexOf('_') + 1) as Ulid;
