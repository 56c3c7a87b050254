import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { apiKeysMax, nameMaxCharacters } from '../../contract/limits.ts';
import { ownersPermission, type Permission } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Choices, Opener, sets, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, ShownOnce, useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { api, showItems, useRead } from '../service/api.ts';
import { endOfDay, formatAgo, formatDate, formatList, t } from '../words/words.ts';

type Key = Operations['listApiKeys']['output']['items'][number];
type Made = Operations['createApiKey']['output'];

interface KeyListProps {
  /** The title of the dialog that makes a key. */
  readonly title: string;
  readonly none: string;
  readonly possible: readonly Permission[];
  /** Default: the keys of the person */
  readonly serviceAccountId?: `svc_${string}` | undefined;
}

/** The keys of the person, or of a service account. */
export function KeyList({ title, none, possible, serviceAccountId }: KeyListProps) {
  const page = useRead(api.listApiKeys, {
    limit: apiKeysMax,
    ...(serviceAccountId && { service_account_id: serviceAccountId }),
  });
  const made = useSignal<Made | null>(null);
  const act = useAct();
  const revoke = ({ id, name }: Key) =>
    act.runIfSure({ title: t('keys.revoke'), text: t('keys.revokeText', { name }) }, async () => {
      await api.deleteApiKey({ key_id: id });
      toast(t('keys.revoked', { name }));
      showItems(page, (before) => before.filter((key) => key.id !== id));
    });
  return (
    <>
      <div class="card-head">
        <Opener icon="plus" text={t('keys.make')}>
          {(close) => (
            <KeyForm
              title={title}
              possible={possible}
              serviceAccountId={serviceAccountId}
              onClose={close}
              onMade={(answer) => {
                made.value = answer;
                showItems(page, (before) => [answer, ...before]);
              }}
            />
          )}
        </Opener>
        <Used count={page.data?.items.length} most={apiKeysMax} />
      </div>
      <List page={page} none={none} error={act.error}>
        {(key) => (
          <Row key={key.id} name={key.name} lines={[[rightsOf(key)], factsOf(key)]}>
            <Button
              text={t('keys.revoke')}
              look="small danger"
              label={t('keys.revokeName', { name: key.name })}
              onClick={() => revoke(key)}
            />
          </Row>
        )}
      </List>
      {made.value && (
        <ShownOnce
          title={t('keys.made', { name: made.value.name })}
          label={t('keys.key')}
          secret={made.value.api_key}
          onClose={sets(made, null)}
        >
          <p>
            {t('keys.use')} <code>Authorization: Bearer …</code>
          </p>
        </ShownOnce>
      )}
    </>
  );
}

const rightsOf = ({ permissions }: Key): string =>
  permissions ? formatList(permissions.map((one) => t(`permission.${one}`))) : t('keys.allPermissions');

const factsOf = ({ expires_at, last_used_at, made_by, owner, created_at }: Key) => [
  t('keys.madeOn', { date: formatDate(created_at) }),
  made_by && made_by.id !== owner.id && made_by.name,
  expires_at ? t('keys.ends', { date: formatDate(expires_at) }) : t('keys.noEnd'),
  last_used_at ? t('keys.lastUsed', { ago: formatAgo(last_used_at) }) : t('keys.neverUsed'),
];

interface KeyFormProps extends Omit<KeyListProps, 'none'> {
  readonly onClose: () => void;
  readonly onMade: (made: Made) => void;
}

/** The suggested life of a key. */
const lifeMilliseconds = 90 * 24 * 60 * 60_000;

function KeyForm({ title, possible, serviceAccountId, onClose, onMade }: KeyFormProps) {
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
      <Choices
        legend={t('keys.permissions')}
        many={chosen}
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
