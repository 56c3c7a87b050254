import type { Signal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

export type Role = OrganizationMember['role'];

const words = {
  owner: ['role.owner', 'role.ownerMeaning'],
  admin: ['role.admin', 'role.adminMeaning'],
  member: ['role.member', 'role.memberMeaning'],
} as const satisfies Readonly<Record<Role, readonly [WordKey, WordKey]>>;

export const allRoles = Object.keys(words) as Role[];
export const roleText = (role: Role): string => t(words[role][0]);

/** The choice of a role, each with its meaning. */
export const RoleChoice = ({
  role,
  roles = allRoles,
}: {
  readonly role: Signal<Role>;
  /** Default: all */
  readonly roles?: readonly Role[];
}) => (
  <fieldset class="choices">
    <legend class="label">{t('members.role')}</legend>
    {roles.map((one) => (
      <label key={one} class="choice-row">
        <input
          type="radio"
          name="role"
          checked={role.value === one}
          onChange={() => {
            role.value = one;
          }}
        />
        <span>
          {roleText(one)} <span class="hint">{t(words[one][1])}</span>
        </span>
      </label>
    ))}
  </fieldset>
);
