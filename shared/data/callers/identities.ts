import * as z from 'zod/mini';
import { actorId } from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { sha256Of } from '../../text/sha256.ts';
import { identityKey } from '../keys/callers.ts';
import { type Bookkeeping, bookkeeping, type Change, creation, removal } from '../table/commit.ts';
import { readAs } from '../table/read.ts';
import { type CallerItem, createCaller, getCaller, replaceCaller } from './callers.ts';

/** An account at an identity provider, as stored. It belongs to one person, who can only sign in with this account. */
const identityItem = z.object({ user_id: actorId, bound_at: dateTime });

/**
 * Returns the hash that identifies an account at a provider. Issuer and subject identify it permanently (OpenID Connect Core, section 5.7).
 * In JSON, two different pairs of issuer and subject never have the same text.
 */
export const identityHash = (issuer: string, subject: string): string =>
  sha256Of(JSON.stringify([issuer, subject]));

/** Returns the person bound to an account at a provider; undefined when nobody is bound to it. */
export async function findUserByIdentity(hash: string): Promise<CallerItem | undefined> {
  const identity = await readAs(identityItem, identityKey(hash));
  const user = identity && (await getCaller(identity.user_id));
  return user?.identity_hash === hash ? user : undefined;
}

/**
 * Binds a person to an account at a provider; conflicts when the person or the account is bound already. `user`: as loaded, not bound yet.
 */
export const bindIdentity = (user: CallerItem, hash: string, now: number): Bookkeeping[] => [
  createIdentity(user, hash, now),
  bookkeeping('account', replaceCaller({ ...user, identity_hash: hash })),
];

/**
 * Creates a person who is bound to an account at a provider; conflicts when the e-mail address or the account belongs to a person already.
 */
export const createBoundUser = (user: CallerItem, hash: string, now: number): Bookkeeping[] => [
  ...createCaller({ ...user, identity_hash: hash }),
  createIdentity(user, hash, now),
];

const createIdentity = (user: CallerItem, hash: string, now: number): Bookkeeping =>
  bookkeeping(
    'account',
    creation(identityKey(hash), { user_id: user.id, bound_at: new Date(now).toISOString() }),
  );

/** Returns a person who is bound to no account. Raises their epoch, so that their sessions end. */
export const withoutIdentity = (user: CallerItem): CallerItem => ({
  ...user,
  identity_hash: null,
  session_epoch: user.session_epoch + 1,
});

/** Releases the account at the provider that a person is bound to, if there is one. */
export const releaseIdentity = ({ identity_hash }: CallerItem): Change[] =>
  identity_hash === null ? [] : [removal(identityKey(identity_hash))];

/** Removes the binding of a person, if there is one, and ends their sessions. */
export const unbindIdentity = (user: CallerItem): [Change<CallerItem>, ...Change[]] => [
  replaceCaller(withoutIdentity(user)),
  ...releaseIdentity(user),
];
