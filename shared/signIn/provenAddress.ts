import { isRefused } from '../acts/refusal.ts';
import { changeAddress } from '../acts/updatePerson.ts';
import { type CallerItem, provenAt, storeProof, withoutProof } from '../data/callers/callers.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';

/**
 * The service replaces a stored proof by a newer proof only if the stored proof is older than this. People may sign in many times a day.
 */
const proofMilliseconds = 60 * 60 * 1000;

interface Proven {
  readonly person: CallerItem;
  /** Writes to be committed with the person's session. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns a person with their current address. `email` is the address that the provider has now verified; undefined if there is none.
 * Stores a changed address, also in the person's memberships. Throws a ConflictError if another request changes the person or takes the
 * address.
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
  // Another person has the new address. The sign-in goes on, because the account at the provider identifies this person. The stored address
  // has lost its proof, because the provider has another address for the account.
  log.warn('address of a person not changed: it is that of somebody else', { user_id: person.id });
  return person.proven_at === undefined ? { person, writes: [] } : storing(person, withoutProof(person));
}

const isSame = (email: string, stored: string | null): boolean =>
  stored !== null && normalizedEmail(email) === normalizedEmail(stored);

const storing = (person: CallerItem, next: CallerItem): Proven => ({ person, writes: [storeProof(next)] });
