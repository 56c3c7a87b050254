import type { MemberRole } from '../contract/enumerations.ts';
import type { CallerItem } from '../data/callers/callers.ts';
import { joining } from '../data/organizations/membership.ts';
import type { MemberItem, OrganizationItem } from '../data/organizations/organizations.ts';
import type { Write } from '../data/table/commit.ts';
import { audienceOf } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { memberRecord } from '../events/records/organizations.ts';
import type { By } from '../events/records/record.ts';
import type { Notices } from './newOwnerNotices.ts';

interface JoinOrganization {
  /** Is not a member of the organization. */
  readonly caller: CallerItem;
  readonly organization: OrganizationItem;
  readonly role: MemberRole;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the powers of an owner begin at once. Default: they do */
  readonly appoints?: boolean;
  /** Returns the mails about the new member, for acts that may make somebody an owner without powers. Default: none */
  readonly notices?: (member: MemberItem) => Promise<Notices>;
  /** Writes of the same transaction, such as the one that uses up an invitation. Default: none */
  readonly beside?: readonly Write[];
}

/**
 * Adds a caller to an organization, and returns the member. Conflicts if the caller or the organization has changed since it was loaded:
 * two changes of members at the same time could rely on an outdated number of owners.
 */
export async function joinOrganization({
  caller,
  organization,
  role,
  by,
  now,
  appoints = true,
  notices,
  beside = [],
}: JoinOrganization): Promise<MemberItem> {
  const { member, writes } = joining(caller, organization, role, now, appoints);
  const mails = await notices?.(member);
  await commitChange({
    audience: audienceOf(organization),
    records: [memberRecord('member.joined', member, by)],
    writes: [...writes, ...beside, ...(mails?.writes ?? [])],
    ...(mails && { announce: mails.announce }),
  });
  return member;
}
