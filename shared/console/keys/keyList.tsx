import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { apiKeysMax } from '../../contract/limits.ts';
import type { Permission } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, sets, Used } from '../parts/controls.tsx';
import { ShownOnce, useAct } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { showItems, useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { formatAgo, formatDate, formatList } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { KeyForm } from './keyForm.tsx';
import { permissionText } from './permissions.ts';

type Key = Operations['listApiKeys']['output']['items'][number];
type Made = Operations['createApiKey']['output'];

interface KeyListProps {
  /** The dialog that makes a key has this title. */
  readonly title: string;
  readonly none: string;
  readonly possible: readonly Permission[];
  /** Default: the keys of the person */
  readonly serviceAccountId?: `svc_${string}`;
}

/** The keys of the person, or of a service account. */
export function KeyList({ title, none, possible, serviceAccountId }: KeyListProps) {
  const page = useLoaded(serviceAccountId ?? 'keys', (signal) =>
    api.listApiKeys.withResponse(
      { limit: apiKeysMax, ...(serviceAccountId && { service_account_id: serviceAccountId }) },
      { signal },
    ),
  );
  const isMaking = useSignal(false);
  const made = useSignal<Made | null>(null);
  const act = useAct();
  const items = page.data?.items ?? [];
  const revoke = ({ id, name }: Key) =>
    act.runIfSure({ title: t('keys.revoke'), text: t('keys.revokeText', { name }) }, async () => {
      await change(() => api.deleteApiKey({ key_id: id }));
      toast(t('keys.revoked', { name }));
      showItems(page, (before) => before.filter((key) => key.id !== id));
    });
  return (
    <>
      <div class="card-head">
        <Button icon="plus" onClick={sets(isMaking, true)}>
          {t('keys.make')}
        </Button>
        <Used count={items.length} most={apiKeysMax} />
      </div>
      <Problem error={page.error} onRetry={page.reload} />
      <Problem error={act.error} />
      {page.data && items.length === 0 && <p class="hint">{none}</p>}
      <ul class="rows" role="list">
        {items.map((key) => (
          <Row key={key.id} item={key} onRevoke={() => revoke(key)} />
        ))}
      </ul>
      {isMaking.value && (
        <KeyForm
          title={title}
          possible={possible}
          serviceAccountId={serviceAccountId}
          onClose={sets(isMaking, false)}
          onMade={(answer) => {
            made.value = answer;
            showItems(page, (before) => [answer, ...before]);
          }}
        />
      )}
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

function Row({ item, onRevoke }: { readonly item: Key; readonly onRevoke: () => void }) {
  const { name, permissions, expires_at, last_used_at, made_by, owner, created_at } = item;
  return (
    <li class="row-item">
      <div>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
        <p class="quiet-text">
          {permissions ? formatList(permissions.map(permissionText)) : t('keys.allPermissions')}
        </p>
        <p class="quiet-text">
          {t('keys.madeOn', { date: formatDate(created_at) })}
          {made_by && made_by.id !== owner.id && ` · ${made_by.name}`} ·{' '}
          {expires_at ? t('keys.ends', { date: formatDate(expires_at) }) : t('keys.noEnd')} ·{' '}
          {last_used_at ? t('keys.lastUsed', { ago: formatAgo(last_used_at) }) : t('keys.neverUsed')}
        </p>
      </div>
      <Button look="small danger" label={t('keys.revokeName', { name })} onClick={onRevoke}>
        {t('keys.revoke')}
      </Button>
    </li>
  );
}
