import type { Signal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import { Radios } from '../parts/controls.tsx';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

export type Role = OrganizationMember['role'];

const words = {
  owner: ['role.owner', 'role.ownerMeaning'],
  admin: ['role.admin', 'role.adminMeaning'],
  member: ['role.member', 'role.memberMeaning'],
} as const satisfies Readonly<Record<Role, readonly [WordKey, WordKey]>>;

const allRoles = Object.keys(words) as Role[];
export const roleText = (role: Role): string => t(words[role][0]);

interface RoleChoiceProps {
  readonly role: Signal<Role>;
  /** Default: all */
  readonly roles?: readonly Role[];
}

/** The choice of a role, each with its meaning. */
export const RoleChoice = ({ role, roles = allRoles }: RoleChoiceProps) => (
  <Radios
    legend={t('members.role')}
    chosen={role}
    options={roles.map((one) => [
      one,
      <>
        {roleText(one)} <span class="hint">{t(words[one][1])}</span>
      </>,
    ])}
  />
);
