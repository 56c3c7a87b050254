import type { MemberRole } from '../contract/enumerations.ts';
import type { OrganizationId } from '../contract/identifiers.ts';
import { addingServiceAccount, countOneMore } from '../data/callers/serviceAccounts.ts';
import { getOrganizationAndMember, type MemberItem } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { commitChange } from '../events/commitChange.ts';
import { accountRecord } from '../events/records/organizations.ts';
import { type By, operator } from '../events/records/record.ts';
import type { Answering } from './answering.ts';
import { stillManages } from './managers.ts';
import { type Refused, refuse } from './refusal.ts';

interface CreateServiceAccount {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly role: MemberRole;
  readonly by: NonNullable<By>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Adds a service account to an organization. The limit on service accounts does not apply to operators. */
export const createServiceAccount = <A>(
  { organizationId, name, role, by, now }: CreateServiceAccount,
  answering: Answering<MemberItem, A>,
): Promise<A | Refused<'no_organization' | 'no_manager' | 'owner_is_program' | 'too_many'>> =>
  retryOnConflict(async () => {
    if (role === 'owner') return refuse('owner_is_program');
    const { organization, member: manager } = await getOrganizationAndMember(
      organizationId,
      by.user?.id ?? null,
    );
    if (!organization) return refuse('no_organization');
    if (!stillManages(by, manager)) return refuse('no_manager');
    const { account, member, writes } = addingServiceAccount(
      { name, role, made_by: by.user ?? undefined },
      organization,
      now,
    );
    const counting = by === operator ? undefined : await countOneMore(organizationId, account.id);
    if (by !== operator && !counting) return refuse('too_many');
    return answering(member, (beside) =>
      commitChange({
        records: [accountRecord('service_account.created', member, by)],
        writes: [...writes, ...(counting ? [counting] : []), ...beside],
      }),
    );
  });
