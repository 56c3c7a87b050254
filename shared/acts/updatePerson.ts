import type { Language } from '../contract/enumerations.ts';
import type { ActorId, OrganizationId } from '../contract/identifiers.ts';
import {
  type CallerItem,
  claimAddress,
  findUserByEmail,
  getCaller,
  provenAt,
  releaseAddress,
  replaceCaller,
  storeLanguage,
  withLanguage,
} from '../data/callers/callers.ts';
import { releaseIdentity, withoutIdentity } from '../data/callers/identities.ts';
import { type MemberItem, readMemberships, replaceMember } from '../data/organizations/organizations.ts';
import { type Change, writeBookkeeping } from '../data/table/commit.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { commitChange, outsideOfAnyOrganization } from '../events/commitChange.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { type Refused, refuse } from './refusal.ts';

interface UpdatePerson {
  readonly userId: ActorId;
  /** Default: they keep their name */
  readonly name?: string | undefined;
  /** null: none. Default: they keep their language */
  readonly language?: Language | null | undefined;
  readonly by: By;
  /** The organization in which the person acts. Default: their current one */
  readonly actsIn?: OrganizationId | null;
  /** Throws if the person may not be changed from this state. Default: they may */
  readonly guard?: (person: CallerItem) => void;
}

/**
 * Gives a person another name or language. Another name removes their given name and family name. If the person has the name and the
 * language already, returns the person unchanged.
 */
export const updatePerson = ({
  userId,
  name,
  language,
  by,
  actsIn = null,
  guard,
}: UpdatePerson): Promise<CallerItem | Refused<'no_person'>> =>
  retryOnConflict(async () => {
    const before = await getCaller(userId);
    if (!before || before.erased_at !== undefined) return refuse('no_person');
    guard?.(before);
    const person = language === undefined ? before : withLanguage(before, language);
    if (name !== undefined && name !== person.name) {
      const renamed = { ...person, name, given_name: null, family_name: null };
      return storePerson({ person: renamed, changed: 'name', by, actsIn });
    }
    if (person.language === before.language) return before;
    const [stored] = await writeBookkeeping([storeLanguage(person)]);
    return stored;
  });

interface ChangeAddress {
  /** As loaded. */
  readonly person: CallerItem;
  /** The new address. It must not be another spelling of the person's address. */
  readonly email: string;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Unbinds the person from the account at the provider, and ends their sessions. Default: the account stays theirs */
  readonly unbinds?: true;
}

/**
 * Gives a person another address, which is proven at `now`. Throws a ConflictError when the person or the claim of the address changes
 * meanwhile.
 */
export async function changeAddress({
  person,
  email,
  by,
  now,
  unbinds,
}: ChangeAddress): Promise<CallerItem | Refused<'address_taken'>> {
  if (await findUserByEmail(email)) return refuse('address_taken');
  return storePerson({
    person: provenAt({ ...(unbinds ? withoutIdentity(person) : person), email }, now),
    changed: 'email',
    by,
    claims: [
      claimAddress(email, person.id),
      ...releaseAddress(person),
      ...(unbinds ? releaseIdentity(person) : []),
    ],
  });
}

/** Each membership is two items of a transaction, which takes at most 100 items (Amazon DynamoDB, "TransactWriteItems"). */
const membershipsAtOnce = 45;

interface StorePerson {
  /** The person after the change. */
  readonly person: CallerItem;
  readonly changed: 'name' | 'email';
  readonly by: By;
  readonly actsIn?: OrganizationId | null;
  /** The writes that claim or release addresses and identities. Default: none */
  readonly claims?: readonly Change[];
}

/**
 * Stores a person, copies their name and address to their memberships, and adds an entry for each organization. Memberships that do not fit
 * into the person's transaction are written first, in transactions of their own. After an interruption, a retry continues.
 */
async function storePerson({
  person,
  changed,
  by,
  actsIn = null,
  claims = [],
}: StorePerson): Promise<CallerItem> {
  const { id, name, email, given_name, family_name, current_organization_id } = person;
  const shown = { name, email, given_name, family_name };
  const following = (members: readonly MemberItem[]) => ({
    records: members.map(({ organization_id }) =>
      actRecord('user.updated', organization_id, by, { user_id: id, changed }),
    ),
    writes: members.map((member) => replaceMember({ ...member, ...shown })),
  });
  const memberships = await readMemberships(id, [current_organization_id, actsIn]);
  const outdated = memberships.filter((member) => !isShownAs(member, shown));
  while (outdated.length > membershipsAtOnce) {
    const { records, writes } = following(outdated.splice(0, membershipsAtOnce));
    const [first, ...others] = records;
    if (first) await commitChange({ records: [first, ...others], writes });
  }
  const { records, writes } = following(outdated);
  const [first, ...others] = records;
  const [stored] = await commitChange({
    records: first ? [first, ...others] : outsideOfAnyOrganization,
    writes: [replaceCaller(person), ...claims, ...writes],
  });
  return stored;
}

type Shown = Pick<MemberItem, 'name' | 'email' | 'given_name' | 'family_name'>;

const isShownAs = (member: MemberItem, { name, email, given_name, family_name }: Shown): boolean =>
  member.name === name &&
  member.email === email &&
  member.given_name === given_name &&
  member.family_name === family_name;
