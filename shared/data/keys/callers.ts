import {
  type ActorId,
  type OrganizationId,
  type SessionId,
  type Ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import type { Key, UserId } from './key.ts';

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
