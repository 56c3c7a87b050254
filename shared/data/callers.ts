import * as z from 'zod/mini';
import { userType } from '../contract/enumerations.ts';
import { actorId, organizationId, ulidOf } from '../contract/identifiers.ts';
import { creation, replacement, type Write } from './commit.ts';
import { callerKey, emailKey, memberKey, operatorList, organizationKey } from './keys.ts';
import { memberItem } from './organizations.ts';
import { queryList, readItems } from './read.ts';
import { listIndex } from './table.ts';

/** A user or a service account, as stored. */
export const callerItem = z.object({
  id: actorId,
  type: userType,
  name: z.string(),
  /** People have one, and no two the same; service accounts have none. */
  email: z.nullable(z.string()),
  given_name: z.nullable(z.string()),
  family_name: z.nullable(z.string()),
  /** Where a credential that is bound to no organization acts. */
  current_organization_id: z.nullable(organizationId),
  revision: z.int(),
});
export type CallerItem = z.infer<typeof callerItem>;

export async function getCaller(id: string): Promise<CallerItem | undefined> {
  const [item] = await readItems(callerKey(id));
  return item && z.parse(callerItem, item);
}

export async function findUserByEmail(email: string): Promise<CallerItem | undefined> {
  const [address] = await readItems(emailKey(email));
  return address && getCaller(z.parse(z.object({ user_id: z.string() }), address).user_id);
}

/** All users and service accounts, oldest first. */
export const listCallers = async (): Promise<CallerItem[]> =>
  (await queryList(operatorList.callers)).map((item) => z.parse(callerItem, item));

/**
 * Who is calling, what they are in the organization they act in, and whether the organization they ask for instead
 * exists: one round trip when it is known where they act, two when that has to be looked up first.
 */
export async function getIdentity(userId: string, organization: string | null, requested: string | null) {
  const memberIn = (id: string | null) => (id === null ? null : memberKey(id, userId));
  const [user, member, other] = await readItems(
    callerKey(userId),
    memberIn(organization),
    requested === null ? null : organizationKey(requested),
  );
  if (!user) return undefined;
  const caller = z.parse(callerItem, user);
  const acting = organization ?? caller.current_organization_id;
  const membership = acting === organization ? member : (await readItems(memberIn(acting)))[0];
  return {
    caller,
    organization_id: acting,
    role: membership ? z.parse(memberItem, membership).role : null,
    requestedExists: other !== undefined,
  };
}

/** A person's e-mail address is claimed in the same commit: a second user with it conflicts. */
export const createCaller = (caller: CallerItem): [Write, ...Write[]] => [
  creation(stored(caller)),
  ...(caller.email === null ? [] : [creation({ ...emailKey(caller.email), user_id: caller.id })]),
];

/** The next state of a caller that was loaded with `revision`. The e-mail address must stay. */
export const replaceCaller = (caller: CallerItem): Write => replacement(stored(caller));

const stored = (caller: CallerItem) => ({
  ...callerKey(caller.id),
  ...caller,
  [listIndex.partitionKey]: operatorList.callers,
  [listIndex.sortKey]: ulidOf(caller.id),
});
