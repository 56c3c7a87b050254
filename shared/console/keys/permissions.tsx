import type { Signal } from '@preact/signals';
import type { Permission } from '../../contract/permissions.ts';
import { Checks } from '../parts/controls.tsx';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

const words = {
  'document#read': 'permission.read',
  'document#write': 'permission.write',
  'organization#create': 'permission.found',
  'organization#list_members': 'permission.listMembers',
  'organization#leave': 'permission.leave',
  'organization#manage': 'permission.manage',
  'organization#own': 'permission.own',
} as const satisfies Readonly<Record<Permission, WordKey>>;

export const permissionText = (permission: Permission): string => t(words[permission]);

interface ChoiceProps {
  readonly possible: readonly Permission[];
  readonly chosen: Signal<ReadonlySet<Permission>>;
}

export const PermissionChoice = ({ possible, chosen }: ChoiceProps) => (
  <Checks
    legend={t('keys.permissions')}
    chosen={chosen}
    options={possible.map((one) => [
      one,
      <>
        {permissionText(one)} <code class="quiet-text">{one}</code>
      </>,
    ])}
  />
);
