import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, sets } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { isConflict } from '../service/explain.ts';
import { type Loaded, useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { formatDate, formatNumber, formatTime } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpointForm.tsx';
import { Secret } from './secret.tsx';
import { type Endpoint, reasonText, StateMark } from './state.tsx';

/** The number of pending deliveries is exact below this. */
const countedMax = 1000;

/** An endpoint, with its deliveries. */
export function EndpointScreen() {
  const { params } = useRoute();
  const id = params.id as Endpoint['id'];
  const loaded = useLoaded(id, (signal) => api.getWebhook.withResponse({ webhook_id: id }, { signal }));
  const sentCount = useSignal(0);
  const act = useAct();
  const endpoint = loaded.data;
  return (
    <Screen
      title={endpoint?.url ?? t('nav.endpoints')}
      above={
        <a class="back" href={paths.endpoints}>
          <Icon name="chevron" />
          {t('nav.endpoints')}
        </a>
      }
      actions={
        endpoint && (
          <Actions
            endpoint={endpoint}
            loaded={loaded}
            act={act}
            onSent={() => {
              sentCount.value += 1;
            }}
          />
        )
      }
    >
      <Problem error={loaded.error} onRetry={loaded.reload} />
      <Problem error={act.error} />
      {endpoint && (
        <div class="columns">
          <div>
            <Deliveries endpoint={endpoint} sentCount={sentCount.value} onChange={loaded.reload} />
          </div>
          <div>
            <Facts endpoint={endpoint} />
          </div>
        </div>
      )}
    </Screen>
  );
}

const Facts = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { events, created_by, created_at, disabled_at, pending_deliveries } = endpoint;
  const isMany = pending_deliveries >= countedMax;
  return (
    <section class="card">
      <h2>{t('document.facts')}</h2>
      <dl class="facts">
        <dt>{t('endpoints.state')}</dt>
        <dd>
          <StateMark endpoint={endpoint} />
          {disabled_at && (
            <p class="hint">
              {reasonText(endpoint)} · {formatTime(disabled_at)}
            </p>
          )}
        </dd>
        <dt>{t('endpoints.waiting')}</dt>
        <dd>{isMany ? t('endpoints.orMore', { count: countedMax }) : formatNumber(pending_deliveries)}</dd>
        <dt>{t('endpoints.registrar')}</dt>
        <dd>
          <bdi>{created_by.name}</bdi>
        </dd>
        <dt>{t('endpoints.registered')}</dt>
        <dd>{formatDate(created_at)}</dd>
        <dt>{t('endpoints.events')}</dt>
        <dd>
          {events.includes(allEventTypes) ? (
            t('endpoints.allEvents')
          ) : (
            <ul role="list">
              {events.map((type) => (
                <li key={type}>
                  <code>{type}</code>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </section>
  );
};

interface ActionsProps {
  readonly endpoint: Endpoint;
  readonly loaded: Loaded<Endpoint>;
  readonly act: ReturnType<typeof useAct>;
  /** Something was sent to the endpoint. */
  readonly onSent: () => void;
}

function Actions({ endpoint, loaded, act, onSent }: ActionsProps) {
  const { route } = useLocation();
  const isEditing = useSignal(false);
  const secret = useSignal<string | undefined | null>(null);
  const { id: webhook_id, url, state } = endpoint;
  const isEnabled = state === 'enabled';
  const update = async (fields: { url?: string; events?: Endpoint['events']; enabled?: boolean }) => {
    const input = { webhook_id, ...fields } as Parameters<typeof api.updateWebhook>[0];
    try {
      loaded.show(await change(() => api.updateWebhook.withResponse(input, { ifMatch: loaded.tag })));
      toast(t('document.saved'));
    } catch (error) {
      if (isConflict(error)) await loaded.reload();
      throw error;
    }
  };
  const test = () =>
    act.run(async () => {
      await change(() => api.testWebhook({ webhook_id }));
      toast(t('endpoints.tested'));
      onSent();
    });
  const rotate = () =>
    act.runIfSure({ title: t('endpoints.rotate'), text: t('endpoints.rotateText') }, async () => {
      secret.value = (await change(() => api.rotateWebhookSecret({ webhook_id }))).secret;
      await loaded.reload();
    });
  const disable = () =>
    act.runIfSure({ title: t('endpoints.disable'), text: t('endpoints.disableText') }, () =>
      update({ enabled: false }),
    );
  const remove = () => {
    const text = t('endpoints.deleteText', { url, count: endpoint.pending_deliveries });
    return act.runIfSure({ title: t('endpoints.delete'), text }, async () => {
      await change(() => api.deleteWebhook({ webhook_id }));
      route(paths.endpoints);
      toast(t('endpoints.deleted', { url }));
    });
  };
  return (
    <>
      <Button look="primary" disabled={!isEnabled || act.isRunning} onClick={test}>
        {t('endpoints.test')}
      </Button>
      <Menu label={t('endpoints.actionsOf', { url })}>
        <MenuButton icon="edit" onClick={sets(isEditing, true)}>
          {t('endpoints.change')}
        </MenuButton>
        <MenuButton
          icon="endpoint"
          onClick={isEnabled ? disable : () => act.run(() => update({ enabled: true }))}
        >
          {isEnabled ? t('endpoints.disable') : t('endpoints.enable')}
        </MenuButton>
        <MenuButton icon="key" onClick={rotate}>
          {t('endpoints.rotate')}
        </MenuButton>
        <MenuButton icon="bin" isDestructive onClick={remove}>
          {t('endpoints.delete')}
        </MenuButton>
      </Menu>
      {isEditing.value && (
        <EndpointForm
          title={t('endpoints.change')}
          action={t('edit.save')}
          endpoint={endpoint}
          onClose={sets(isEditing, false)}
          onSend={async (fields) => {
            await update(fields);
            isEditing.value = false;
          }}
        />
      )}
      {secret.value !== null && <Secret secret={secret.value} onClose={sets(secret, null)} />}
    </>
  );
}
