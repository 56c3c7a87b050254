import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card, sets } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Facts, Line, Problem } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { Back, Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api, type Loaded, useRead } from '../service/api.ts';
import { formatDate, formatNumber, formatTime, t } from '../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import { type Endpoint, EndpointForm, reasonText, Secret, StateMark } from './endpoint.tsx';

/** The service counts pending deliveries up to this number. */
const countedMax = 1000;

/** An endpoint, with its deliveries. */
export function EndpointScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getWebhook, { webhook_id: params.id as Endpoint['id'] });
  if (loaded.data) return <Shown key={loaded.data.id} endpoint={loaded.data} loaded={loaded} />;
  return (
    <Screen title={t('nav.endpoints')} above={<Back href={paths.endpoints} title={t('nav.endpoints')} />}>
      <Problem error={loaded.error} onRetry={loaded.reload} />
    </Screen>
  );
}

function Shown({ endpoint, loaded }: { readonly endpoint: Endpoint; readonly loaded: Loaded<Endpoint> }) {
  const { route } = useLocation();
  const sentCount = useSignal(0);
  const isEditing = useSignal(false);
  const secret = useSignal<string | undefined | null>(null);
  const act = useAct();
  const { id: webhook_id, url, state, pending_deliveries: count } = endpoint;
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
      sentCount.value += 1;
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
  const remove = () =>
    act.runIfSure(
      { title: t('endpoints.delete'), text: t('endpoints.deleteText', { url, count }) },
      async () => {
        await api.deleteWebhook({ webhook_id });
        route(paths.endpoints);
        toast(t('common.deleted', { name: url }));
      },
    );
  return (
    <Screen
      title={url}
      above={<Back href={paths.endpoints} title={t('nav.endpoints')} />}
      actions={
        <>
          <Button
            text={t('endpoints.test')}
            look="primary"
            disabled={!isEnabled || act.isRunning}
            onClick={test}
          />
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
        </>
      }
    >
      <Problem error={act.error} />
      <div class="columns">
        <div>
          <Deliveries endpoint={endpoint} sentCount={sentCount.value} onChange={loaded.reload} />
        </div>
        <div>
          <Card title={t('document.facts')}>
            <Facts
              entries={[
                [t('endpoints.state'), <State endpoint={endpoint} />],
                [
                  t('endpoints.waiting'),
                  count < countedMax ? formatNumber(count) : t('endpoints.orMore', { count: countedMax }),
                ],
                [t('endpoints.registrar'), <bdi>{endpoint.created_by.name}</bdi>],
                [t('endpoints.registered'), formatDate(endpoint.created_at)],
                [t('endpoints.events'), <Events events={endpoint.events} />],
              ]}
            />
          </Card>
        </div>
      </div>
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
    </Screen>
  );
}

const State = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <>
    <StateMark endpoint={endpoint} />
    {endpoint.disabled_at && <Line facts={[reasonText(endpoint), formatTime(endpoint.disabled_at)]} />}
  </>
);

const Events = ({ events }: Pick<Endpoint, 'events'>) =>
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
  );
