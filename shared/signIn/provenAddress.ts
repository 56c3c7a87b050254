import {
  type CallerItem,
  claimAddress,
  findUserByEmail,
  provenAt,
  releaseAddress,
  replaceCaller,
  storeProof,
  unproven,
} from '../data/callers/callers.ts';
import { listMemberships, type MemberItem, replaceMember } from '../data/organizations/organizations.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { commitChange, outsideOfAnyOrganization } from '../events/commitChange.ts';
import { actRecord } from '../events/records.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';

/** A proof is stored again when it is older than this: people may sign in many times a day. */
const proofMilliseconds = 60 * 60 * 1000;

/** Each membership is two items of a transaction, which takes at most 100 (Amazon DynamoDB, "TransactWriteItems"). */
const membershipsAtOnce = 45;

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
  if (await findUserByEmail(email)) {
    // The account identifies the person. The stored address is no longer theirs at the provider.
    log.warn('address of a person not changed: it is that of somebody else', { user_id: person.id });
    return person.proven_at === undefined ? { person, writes: [] } : storing(person, unproven(person));
  }
  return { person: await changeAddress(person, email, now), writes: [] };
}

const isSame = (email: string, stored: string | null): boolean =>
  stored !== null && normalizedEmail(email) === normalizedEmail(stored);

const storing = (person: CallerItem, next: CallerItem): Proven => ({ person, writes: [storeProof(next)] });

/** Memberships that do not fit into the person's transaction come first. After an interruption, the next sign-in continues. */
async function changeAddress(person: CallerItem, email: string, now: number): Promise<CallerItem> {
  const { id, type, name } = person;
  const by = { user: { id, type, name }, staff: false, credential: 'sign_in' };
  const following = (members: readonly MemberItem[]) => ({
    records: members.map(({ organization_id }) =>
      actRecord('user.updated', organization_id, by, { user_id: id, changed: 'email' }),
    ),
    writes: members.map((member) => replaceMember({ ...member, email })),
  });
  const outdated = (await listMemberships(id)).filter((member) => member.email !== email);
  while (outdated.length > membershipsAtOnce) {
    const { records, writes } = following(outdated.splice(0, membershipsAtOnce));
    const [first, ...others] = records;
    if (first) await commitChange({ records: [first, ...others], writes });
  }
  const { records, writes } = following(outdated);
  const [first, ...others] = records;
  const [changed] = await commitChange({
    records: first ? [first, ...others] : outsideOfAnyOrganization,
    writes: [
      replaceCaller(provenAt({ ...person, email }, now)),
      claimAddress(email, id),
      ...releaseAddress(person),
      ...writes,
    ],
  });
  return changed;
}
