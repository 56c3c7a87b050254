import type { Signal } from '@preact/signals';
import type { Permission } from '../../contract/permissions.ts';
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
  <fieldset class="choices">
    <legend class="label">{t('keys.permissions')}</legend>
    {possible.map((permission) => (
      <label key={permission} class="choice-row">
        <input
          type="checkbox"
          checked={chosen.value.has(permission)}
          onChange={() => {
            const next = new Set(chosen.value);
            if (!next.delete(permission)) next.add(permission);
            chosen.value = next;
          }}
        />
        <span>
          {permissionText(permission)} <code class="quiet-text">{permission}</code>
        </span>
      </label>
    ))}
  </fieldset>
);
