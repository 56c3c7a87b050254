import type { ActType } from '../../contract/actTypes.ts';
import { ulidOf } from '../../contract/identifiers.ts';
import {
  organizationMember as memberSchema,
  organization as organizationSchema,
} from '../../contract/resources/organization.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import { isPerson, type MemberItem, type OrganizationItem } from '../../data/organizations/organizations.ts';
import { presentMember, presentOrganization } from '../../presentation/present.ts';
import { actRecord, type By, type ChangeRecord, ofOrganization, type TypeOf } from './record.ts';

export const organizationRecord = (
  type: TypeOf<'organization'>,
  organization: OrganizationItem,
  by: By,
): ChangeRecord =>
  ofOrganization(organization.id, type, by, { details: {} }, [
    organizationSchema,
    presentOrganization(organization),
  ]);

/** Returns the record of the new name or look of an organization. It has no event. */
export const organizationUpdateRecord = (
  before: OrganizationItem,
  after: OrganizationItem,
  by: By,
): ChangeRecord => ({
  ...actRecord('organization.updated', after.id, by),
  changed: changedFields(lookOf(before), lookOf(after), ['name', 'accent_color', 'reading_times'], ['logo']),
});

const lookOf = ({ name, accent_color, reading_times, logo_sha256: logo }: OrganizationItem) => ({
  name,
  accent_color: accent_color ?? null,
  reading_times: reading_times ?? true,
  logo,
});

/** Returns the record of a member's new role. */
export const roleRecord = (before: MemberItem, after: MemberItem, by: By): ChangeRecord => ({
  ...memberRecord('member.role_updated', after, by),
  changed: changedFields(before, after, ['role']),
});

/** The types of entries about service accounts. The API does not list these accounts as members, so the entries have no event. */
const accountTypes = {
  'member.joined': 'service_account.added',
  'member.role_updated': 'service_account.role_updated',
  'member.removed': 'service_account.removed',
} as const satisfies Record<TypeOf<'member'>, ActType>;

export const memberRecord = (type: TypeOf<'member'>, member: MemberItem, by: By): ChangeRecord => {
  const { organization_id, user_id, role } = member;
  return isPerson(member)
    ? ofOrganization(organization_id, type, by, { details: { user_id: `usr_${ulidOf(user_id)}`, role } }, [
        memberSchema,
        presentMember(member),
      ])
    : accountRecord(accountTypes[type], member, by);
};

/** Returns the record of a change of a service account. The API does not list service accounts as members. */
export const accountRecord = (
  type: Extract<ActType, `service_account.${string}`>,
  { organization_id, user_id, role, made_by }: MemberItem,
  by: By,
): ChangeRecord =>
  actRecord(type, organization_id, by, { service_account_id: user_id, role, made_by: made_by?.id ?? null });
