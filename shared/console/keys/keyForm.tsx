import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { nameMaxCharacters } from '../../contract/limits.ts';
import { ownersPermission, type Permission } from '../../contract/permissions.ts';
import { Checks, TextField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { api } from '../service/api.ts';
import { endOfDay } from '../words/formats.ts';
import { t } from '../words/words.ts';

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

/** The suggested life of a key. */
const lifeMilliseconds = 90 * 24 * 60 * 60_000;

export function KeyForm({ title, possible, serviceAccountId, onClose, onMade }: KeyFormProps) {
  const name = useSignal('');
  const lastDay = useSignal(new Date(Date.now() + lifeMilliseconds).toISOString().slice(0, 10));
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
        const input = {
          name: name.value.trim(),
          permissions: [...chosen.value],
          ...(lastDay.value !== '' && { expires_at: endOfDay(lastDay.value) }),
          ...(serviceAccountId !== undefined && { service_account_id: serviceAccountId }),
        };
        const made = await api.createApiKey(input, options);
        onClose();
        onMade(made);
      }}
    >
      <TextField
        label={t('common.name')}
        hint={t('keys.nameHint')}
        text={name}
        required
        maxLength={nameMaxCharacters}
      />
      <Checks
        legend={t('keys.permissions')}
        chosen={chosen}
        options={possible.map((one) => [
          one,
          <>
            {t(`permission.${one}`)} <code class="quiet-text">{one}</code>
          </>,
        ])}
      />
      <TextField label={t('common.lastDay')} hint={t('keys.endHint')} text={lastDay} type="date" />
    </FormDialog>
  );
}
