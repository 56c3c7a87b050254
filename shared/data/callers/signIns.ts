import * as z from 'zod/mini';
import { signInKey } from '../keys/callers.ts';
import { type Bookkeeping, bookkeeping, creation, removal, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';

/**
 * A sign-in at the identity provider that has not finished. Its secrets are stored here and not in the browser. The browser gets only an
 * opaque handle, and the hash of the handle is stored.
 */
const signInItem = z.object({
  handle_hash: z.string(),
  /** The value that the provider must send back (RFC 6749, section 10.12). */
  state: z.string(),
  /** The value that the ID token must contain (OpenID Connect Core, section 3.1.2.1). */
  nonce: z.string(),
  /** The secret that must be sent to redeem the provider's code (RFC 7636). */
  code_verifier: z.string(),
  /** The path in the service to which the person returns. */
  return_to: z.string(),
  [table.timeToLive]: z.int(),
});
export type SignInItem = z.infer<typeof signInItem>;

/** The time within which a person must come back from the identity provider. */
export const signInLifetimeSeconds = 10 * 60;

export const newSignIn = (
  given: Omit<SignInItem, typeof table.timeToLive>,
  nowSeconds: number,
): SignInItem => ({ ...given, expires_at_seconds: nowSeconds + signInLifetimeSeconds });

export const createSignIn = (signIn: SignInItem): Bookkeeping<SignInItem> =>
  bookkeeping('session', creation(signInKey(signIn.handle_hash), signIn));

/**
 * Returns the sign-in with this handle and state, and removes it. So only one of two simultaneous requests gets the sign-in. Undefined when
 * there is no such sign-in, or it has expired.
 */
export async function takeSignIn(
  handleHash: string,
  state: string,
  nowSeconds: number,
): Promise<SignInItem | undefined> {
  const key = signInKey(handleHash);
  const signIn = await readUnexpired(signInItem, key, nowSeconds);
  if (signIn?.state !== state) return undefined;
  const taken = await unlessConflict(writeBookkeeping([bookkeeping('session', removal(key))]));
  return taken && signIn;
}
