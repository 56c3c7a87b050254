import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card, sets } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Facts, Line } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Back, Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { type Loaded, useRead } from '../service/loaded.ts';
import { formatDate, formatNumber, formatTime } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpointForm.tsx';
import { Secret } from './secret.tsx';
import { type Endpoint, reasonText, StateMark } from './state.tsx';

/** The service counts pending deliveries up to this number. */
const countedMax = 1000;

/** An endpoint, with its deliveries. */
export function EndpointScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getWebhook, { webhook_id: params.id as Endpoint['id'] });
  const sentCount = useSignal(0);
  const act = useAct();
  const endpoint = loaded.data;
  return (
    <Screen
      title={endpoint?.url ?? t('nav.endpoints')}
      above={<Back href={paths.endpoints} title={t('nav.endpoints')} />}
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
            <About endpoint={endpoint} />
          </div>
        </div>
      )}
    </Screen>
  );
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  const { events, created_by, created_at, disabled_at, pending_deliveries } = endpoint;
  const isMany = pending_deliveries >= countedMax;
  return (
    <Card title={t('document.facts')}>
      <Facts
        entries={[
          [
            t('endpoints.state'),
            <>
              <StateMark endpoint={endpoint} />
              {disabled_at && <Line facts={[reasonText(endpoint), formatTime(disabled_at)]} />}
            </>,
          ],
          [
            t('endpoints.waiting'),
            isMany ? t('endpoints.orMore', { count: countedMax }) : formatNumber(pending_deliveries),
          ],
          [t('endpoints.registrar'), <bdi>{created_by.name}</bdi>],
          [t('endpoints.registered'), formatDate(created_at)],
          [
            t('endpoints.events'),
            events.includes(allEventTypes) ? (
              t('endpoints.allEvents')
            ) : (
              <ul role="list">
                {events.map((type) => (
                  <li key={type}>
                    <code>{type}</code>
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
    </Card>
  );
}

interface ActionsProps {
  readonly endpoint: Endpoint;
  readonly loaded: Loaded<Endpoint>;
  readonly act: ReturnType<typeof useAct>;
  /** Called after something was sent to the endpoint. */
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
    await loaded.change((options) => api.updateWebhook.withResponse(input, options));
    toast(t('document.saved'));
  };
  const test = () =>
    act.run(async () => {
      await api.testWebhook({ webhook_id });
      toast(t('endpoints.tested'));
      onSent();
    });
  const rotate = () =>
    act.runIfSure({ title: t('endpoints.rotate'), text: t('endpoints.rotateText') }, async () => {
      secret.value = (await api.rotateWebhookSecret({ webhook_id })).secret;
      await loaded.reload();
    });
  const enable = () => act.run(() => update({ enabled: true }));
  const disable = () =>
    act.runIfSure({ title: t('endpoints.disable'), text: t('endpoints.disableText') }, () =>
      update({ enabled: false }),
    );
  const remove = () => {
    const text = t('endpoints.deleteText', { url, count: endpoint.pending_deliveries });
    return act.runIfSure({ title: t('endpoints.delete'), text }, async () => {
      await api.deleteWebhook({ webhook_id });
      route(paths.endpoints);
      toast(t('common.deleted', { name: url }));
    });
  };
  return (
    <>
      <Button look="primary" disabled={!isEnabled || act.isRunning} onClick={test}>
        {t('endpoints.test')}
      </Button>
      <Menu
        label={t('common.actionsOf', { name: url })}
        commands={[
          { title: t('common.change'), icon: 'edit', run: sets(isEditing, true) },
          isEnabled
            ? { title: t('endpoints.disable'), icon: 'endpoint', run: disable }
            : { title: t('endpoints.enable'), icon: 'endpoint', run: enable },
          { title: t('endpoints.rotate'), icon: 'key', run: rotate },
          { title: t('endpoints.delete'), icon: 'bin', run: remove },
        ]}
      />
      {isEditing.value && (
        <EndpointForm
          title={t('common.change')}
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
