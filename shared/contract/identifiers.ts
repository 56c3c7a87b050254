import * as z from 'zod/mini';

/** A ULID in lower case: 26 characters of Crockford's base 32 (specification 2.1). */
const ulidPattern = '[0-9a-hjkmnp-tv-z]{26}';

const prefixed = (prefix: string, title: string) =>
  z
    .string()
    .check(
      z.regex(new RegExp(`^${prefix}_${ulidPattern}$`), `must be ${title}: ${prefix}_ and 26 characters`),
    );

export const documentId = prefixed('doc', 'a document id');
export const versionId = prefixed('ver', 'a version id');
export const policyId = prefixed('pol', 'a policy id');
export const organizationId = prefixed('org', 'an organization id');
export const webhookId = prefixed('whk', 'a webhook endpoint id');
export const eventId = prefixed('evt', 'an event id');
/** A user as the member resources name it; inside the User object the same person is `user_`. */
export const memberUserId = prefixed('usr', 'a user id');
/** A user or a service account inside the User object. */
export const actorId = prefixed('(user|svc)', 'a user or service account id');

/**
 * The part of an identifier after its prefix: what tables and object keys are built from, and what
 * `user_` and `usr_` identifiers of one person share.
 */
export const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1);
