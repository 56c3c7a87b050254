import * as z from 'zod/mini';
import { actorId } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { sha256Of } from '../sha256.ts';
import { type CallerItem, createCaller, getCaller, replaceCaller } from './callers.ts';
import { type Bookkeeping, bookkeeping, type Change, creation, removal } from './commit.ts';
import { identityKey } from './keys.ts';
import { readAs } from './read.ts';

/** An account at an identity provider, as stored: it belongs to one person, and that person signs in with no other. */
const identityItem = z.object({ user_id: actorId, bound_at: dateTime });

/**
 * Returns the hash by which an account at a provider is known. Issuer and subject name it for good (OpenID Connect Core, section
 * 5.7); written as JSON, no two pairs of them are the same text.
 */
export const identityHash = (issuer: string, subject: string): string =>
  sha256Of(JSON.stringify([issuer, subject]));

/** Returns the person that an account at a provider is bound to, and still is when they are read. */
export async function findUserByIdentity(hash: string): Promise<CallerItem | undefined> {
  const identity = await readAs(identityItem, identityKey(hash));
  const user = identity && (await getCaller(identity.user_id));
  return user?.identity_hash === hash ? user : undefined;
}

/**
 * Binds a person to an account at a provider; conflicts when either is bound already. `user`: one that is not bound, as it was
 * loaded.
 */
export const bindIdentity = (user: CallerItem, hash: string, now: number): Bookkeeping[] => [
  createIdentity(user, hash, now),
  bookkeeping('account', replaceCaller({ ...user, identity_hash: hash })),
];

/** Creates a person who is bound to an account at a provider from the beginning; conflicts when either is there already. */
export const createBoundUser = (user: CallerItem, hash: string, now: number): Bookkeeping[] => [
  ...createCaller({ ...user, identity_hash: hash }),
  createIdentity(user, hash, now),
];

const createIdentity = (user: CallerItem, hash: string, now: number): Bookkeeping =>
  bookkeeping(
    'account',
    creation(identityKey(hash), { user_id: user.id, bound_at: new Date(now).toISOString() }),
  );

/** Takes back what binds a person, if anything does, and ends their sessions. */
export const unbindIdentity = (user: CallerItem): [Change<CallerItem>, ...Change[]] => [
  replaceCaller({ ...user, identity_hash: null, session_epoch: user.session_epoch + 1 }),
  ...(user.identity_hash === null ? [] : [removal(identityKey(user.identity_hash))]),
];
