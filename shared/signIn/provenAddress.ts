import { isRefused } from '../acts/refusal.ts';
import { changeAddress } from '../acts/updatePerson.ts';
import { type CallerItem, provenAt, storeProof, unproven } from '../data/callers/callers.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';

/** A proof is stored again when it is older than this: people may sign in many times a day. */
const proofMilliseconds = 60 * 60 * 1000;

interface Proven {
  readonly person: CallerItem;
  /** Writes to be committed with the person's session. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns a person who is bound to an account, with the address that the provider has now verified (`email`; undefined: none). Stores a
 * changed address, also in their memberships. Throws a ConflictError when the person or the claim of the address changes in between.
 */
export async function withProvenAddress(
  person: CallerItem,
  email: string | undefined,
  now: number,
): Promise<Proven> {
  if (email === undefined) return { person, writes: [] };
  if (isSame(email, person.email)) {
    const isRecent = Date.parse(person.proven_at ?? '') > now - proofMilliseconds;
    return isRecent ? { person, writes: [] } : storing(person, provenAt(person, now));
  }
  const { id, type, name } = person;
  const by = { user: { id, type, name }, staff: false, credential: 'sign_in' };
  const outcome = await changeAddress({ person, email, by, now });
  if (!isRefused(outcome)) return { person: outcome, writes: [] };
  // The account identifies the person. The stored address is no longer theirs at the provider.
  log.warn('address of a person not changed: it is that of somebody else', { user_id: person.id });
  return person.proven_at === undefined ? { person, writes: [] } : storing(person, unproven(person));
}

const isSame = (email: string, stored: string | null): boolean =>
  stored !== null && normalizedEmail(email) === normalizedEmail(stored);

const storing = (person: CallerItem, next: CallerItem): Proven => ({ person, writes: [storeProof(next)] });
