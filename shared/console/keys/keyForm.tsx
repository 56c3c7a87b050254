import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { nameMaxCharacters } from '../../contract/limits.ts';
import { ownersPermission, type Permission } from '../../contract/permissions.ts';
import { SelectField, TextField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { api } from '../service/api.ts';
import { change } from '../service/session.ts';
import { t } from '../words/words.ts';
import { PermissionChoice } from './permissions.tsx';

type Made = Operations['createApiKey']['output'];

interface KeyFormProps {
  readonly title: string;
  /** The permissions that the key can have. */
  readonly possible: readonly Permission[];
  /** Undefined: a key of the person. */
  readonly serviceAccountId: `svc_${string}` | undefined;
  readonly onClose: () => void;
  readonly onMade: (made: Made) => void;
}

const dayMilliseconds = 24 * 60 * 60_000;
const lives = ['30', '90', '365', 'date', 'none'] as const;

/** Returns the end of a key in the form of the API; undefined: none. A date ends with its day, here. */
function endOf(life: string, date: string): string | undefined {
  if (life === 'none') return undefined;
  if (life === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(life) * dayMilliseconds).toISOString();
}

const lifeText = (life: (typeof lives)[number]): string => {
  if (life === 'none') return t('keys.noEnd');
  return life === 'date' ? t('keys.untilDate') : t('keys.days', { count: Number(life) });
};

export function KeyForm({ title, possible, serviceAccountId, onClose, onMade }: KeyFormProps) {
  const name = useSignal('');
  const life = useSignal('90');
  const date = useSignal('');
  const chosen = useSignal<ReadonlySet<Permission>>(
    new Set(possible.filter((permission) => permission !== ownersPermission)),
  );
  return (
    <FormDialog
      title={title}
      action={t('keys.make')}
      isIncomplete={chosen.value.size === 0}
      onClose={onClose}
      onSend={async (options) => {
        const expires_at = endOf(life.value, date.value);
        const input = {
          name: name.value.trim(),
          permissions: [...chosen.value],
          ...(expires_at !== undefined && { expires_at }),
          ...(serviceAccountId !== undefined && { service_account_id: serviceAccountId }),
        };
        const made = await change(() => api.createApiKey(input, options));
        onClose();
        onMade(made);
      }}
    >
      <TextField
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        text={name}
        required
        maxLength={nameMaxCharacters}
      />
      <PermissionChoice possible={possible} chosen={chosen} />
      <SelectField label={t('keys.end')} text={life} options={lives.map((one) => [one, lifeText(one)])} />
      {life.value === 'date' && (
        <TextField
          label={t('keys.untilDate')}
          text={date}
          type="date"
          required
          min={new Date().toISOString().slice(0, 10)}
        />
      )}
    </FormDialog>
  );
}
