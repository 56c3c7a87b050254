import * as z from 'zod/mini';
import type { MemberRole } from '../../contract/enumerations.ts';
import { type ActorId, type OrganizationId, serviceAccountId } from '../../contract/identifiers.ts';
import { serviceAccountsMax } from '../../contract/limits.ts';
import type { User } from '../../contract/resources/user.ts';
import { memberPrefix, organizationKey, serviceAccountRosterKey } from '../keys/organizations.ts';
import {
  createMember,
  fence,
  getMembers,
  isPerson,
  memberItem,
  newMember,
  type OrganizationItem,
} from '../organizations/organizations.ts';
import type { Change } from '../table/commit.ts';
import { chooseListPage, type ListRange } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { addToRoster } from '../table/rosters.ts';
import { type CallerItem, createAccount, newServiceAccount } from './callers.ts';

interface NewAccount {
  readonly name: string;
  readonly role: MemberRole;
  /** Default: an operator made the account */
  readonly made_by?: User | undefined;
}

/** Returns a new service account and the writes that add it to an organization. This organization is the current one of the account. */
export function addingServiceAccount(
  { name, role, made_by }: NewAccount,
  organization: OrganizationItem,
  now: number,
) {
  const account: CallerItem = { ...newServiceAccount(name), current_organization_id: organization.id };
  const member = { ...newMember(account, organization.id, role, now), ...(made_by && { made_by }) };
  const writes: Change[] = [fence(organization), createMember(member), createAccount(account)];
  return { account, member, writes };
}

/** Returns the write that adds a service account to the roster of its organization; undefined when the roster is full. */
export const countOneMore = (
  organizationId: OrganizationId,
  accountId: ActorId,
): Promise<Change | undefined> =>
  addToRoster(serviceAccountRosterKey(organizationId), accountId, serviceAccountsMax, async (names) => {
    const members = await getMembers(organizationId, z.parse(z.array(serviceAccountId), names));
    return members.map(({ user_id }) => user_id);
  });

/**
 * Lists a page of an organization's service accounts, newest first. Reads at most 1,000 members, so a page may be short although more pages
 * follow. With `madeBy`, the list has only the accounts that this person made.
 */
export const listServiceAccountPage = (
  organizationId: OrganizationId,
  madeBy: ActorId | undefined,
  range: ListRange,
) =>
  chooseListPage([{ partition: organizationKey(organizationId).pk, prefix: memberPrefix }], range, (item) => {
    const member = parseItem(memberItem, item);
    const isChosen = !isPerson(member) && (madeBy === undefined || member.made_by?.id === madeBy);
    return isChosen ? member : undefined;
  });
