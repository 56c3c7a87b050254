import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { apiKeysMax } from '../../contract/limits.ts';
import type { Permission } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Opener, sets, Used } from '../parts/controls.tsx';
import { ShownOnce, useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { api } from '../service/api.ts';
import { showItems, useRead } from '../service/loaded.ts';
import { formatAgo, formatDate, formatList } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { KeyForm } from './keyForm.tsx';

type Key = Operations['listApiKeys']['output']['items'][number];
type Made = Operations['createApiKey']['output'];

interface KeyListProps {
  /** The title of the dialog that makes a key. */
  readonly title: string;
  readonly none: string;
  readonly possible: readonly Permission[];
  /** Default: the keys of the person */
  readonly serviceAccountId?: `svc_${string}`;
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
        <Opener icon="plus" title={t('keys.make')}>
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
              look="small danger"
              label={t('keys.revokeName', { name: key.name })}
              onClick={() => revoke(key)}
            >
              {t('keys.revoke')}
            </Button>
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
