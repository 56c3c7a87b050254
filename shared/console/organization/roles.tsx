import type { Signal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import { Choices } from '../parts/controls.tsx';
import { t } from '../words/words.ts';

export type Role = OrganizationMember['role'];

const allRoles: readonly Role[] = ['owner', 'admin', 'member'];

interface RoleChoiceProps {
  readonly role: Signal<Role>;
  /** Default: all */
  readonly roles?: readonly Role[];
}

/** The choice of a role, each with its meaning. */
export const RoleChoice = ({ role, roles = allRoles }: RoleChoiceProps) => (
  <Choices
    legend={t('members.role')}
    one={role}
    options={roles.map((one) => [
      one,
      <>
        {t(`role.${one}`)} <span class="hint">{t(`role.meaning.${one}`)}</span>
      </>,
    ])}
  />
);
