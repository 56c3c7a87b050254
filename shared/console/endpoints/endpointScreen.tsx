import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { toast } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { ask, openDialog, useAct } from '../parts/dialog.tsx';
import { Card, Facts, Problem, Screen } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { paths } from '../paths.ts';
import { api, type Loaded, useRead } from '../service/api.ts';
import { formatDate, formatNumber, formatTime, t } from '../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import { type Endpoint, EndpointForm, Secret, StateMark } from './endpoints.tsx';

/** The service counts pending deliveries up to this number. */
const countedMax = 1000;

/** An endpoint, with its deliveries. */
export function EndpointScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getWebhook, { webhook_id: params.id as Endpoint['id'] });
  if (loaded.data) return <Shown endpoint={loaded.data} loaded={loaded} />;
  return <Screen title={t('nav.endpoints')} back={back()} loaded={loaded} />;
}

const back = () => [paths.endpoints, t('nav.endpoints')] as const;

function Shown({ endpoint, loaded }: { readonly endpoint: Endpoint; readonly loaded: Loaded<Endpoint> }) {
  const { route } = useLocation();
  const sentCount = useSignal(0);
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
    ask(
      { title: t('endpoints.rotate'), text: t('endpoints.rotateText') },
      () => api.rotateWebhookSecret({ webhook_id }),
      ({ secret }) => {
        openDialog(<Secret secret={secret} />);
        void loaded.reload();
      },
    );
  const enable = () => act.run(() => update({ enabled: true }));
  const disable = () =>
    ask({ title: t('endpoints.disable'), text: t('endpoints.disableText') }, () =>
      update({ enabled: false }),
    );
  const remove = () =>
    ask({ title: t('endpoints.delete'), text: t('endpoints.deleteText', { url, count }) }, async () => {
      await api.deleteWebhook({ webhook_id });
      route(paths.endpoints);
      toast(t('common.deleted', { name: url }));
    });
  const edit = () =>
    openDialog(
      <EndpointForm title={t('common.change')} action={t('edit.save')} endpoint={endpoint} send={update} />,
    );
  return (
    <Screen
      title={url}
      back={back()}
      lead={<State endpoint={endpoint} />}
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
              { title: t('common.change'), icon: 'edit', run: edit },
              isEnabled
                ? { title: t('endpoints.disable'), icon: 'endpoint', run: disable }
                : { title: t('endpoints.enable'), icon: 'endpoint', run: enable },
              { title: t('endpoints.rotate'), icon: 'key', run: rotate },
              { title: t('endpoints.delete'), icon: 'bin', run: remove },
            ]}
          />
        </>
      }
      below={
        <Card title={t('document.facts')}>
          <Facts
            entries={[
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
      }
    >
      <Problem error={act.error} />
      <div class="stack">
        <Deliveries endpoint={endpoint} sentCount={sentCount.value} onChange={loaded.reload} />
      </div>
    </Screen>
  );
}

function State({ endpoint }: { readonly endpoint: Endpoint }) {
  const { disabled_reason: reason, disabled_at: time } = endpoint;
  return (
    <>
      <StateMark endpoint={endpoint} />
      {reason && ` · ${t(`endpoints.reason.${reason}`)}`}
      {reason && time && ` · ${formatTime(time)}`}
    </>
  );
}

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
