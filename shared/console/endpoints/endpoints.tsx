import { useSignal } from '@preact/signals';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { webhookEndpointsMax } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { Button, sets, Used } from '../parts/controls.tsx';
import { Empty, Problem, Row } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api, me, useRead } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';
import { type Endpoint, EndpointForm, Secret, StateMark } from './endpoint.tsx';

/** The webhook endpoints of the organization. */
export const Endpoints = () => <OwnEndpoints key={me.value?.organization_id} />;

function OwnEndpoints() {
  const list = useRead(api.listWebhooks, {});
  const isRegistering = useSignal(false);
  const secret = useSignal<string | undefined | null>(null);
  const register = sets(isRegistering, true);
  useCommands([{ title: t('endpoints.register'), icon: 'plus', run: register }]);
  const endpoints = list.data?.webhooks ?? [];
  return (
    <Screen
      title={t('nav.endpoints')}
      lead={t('endpoints.lead')}
      actions={<Button text={t('endpoints.register')} icon="plus" look="primary" onClick={register} />}
    >
      <Problem error={list.error} onRetry={list.reload} />
      {list.data && endpoints.length === 0 && (
        <Empty icon="endpoint" title={t('endpoints.none')} text={t('endpoints.noneText')} />
      )}
      {endpoints.length > 0 && (
        <section class="card">
          <Used count={endpoints.length} most={webhookEndpointsMax} />
          <ul class="rows" role="list">
            {endpoints.map(({ id, url, events, created_at }) => {
              const types = events.includes(allEventTypes)
                ? t('endpoints.allEvents')
                : t('endpoints.someEvents', { count: events.length });
              const since = t('endpoints.since', { date: formatDate(created_at) });
              return (
                <Row key={id} name={url} href={paths.endpoint(id)} lines={[[types, since]]}>
                  <State id={id} />
                </Row>
              );
            })}
          </ul>
        </section>
      )}
      {isRegistering.value && (
        <EndpointForm
          title={t('endpoints.register')}
          onClose={sets(isRegistering, false)}
          onSend={async (fields, options) => {
            const made = await api.registerWebhook(fields, options);
            isRegistering.value = false;
            secret.value = made.secret;
            list.show({ data: { webhooks: [made, ...endpoints] }, response: new Response() });
          }}
        />
      )}
      {secret.value !== null && <Secret secret={secret.value} onClose={sets(secret, null)} />}
    </Screen>
  );
}

/** The list does not have the state of an endpoint, so each row reads its own. */
function State({ id }: Pick<Endpoint, 'id'>) {
  const { data } = useRead(api.getWebhook, { webhook_id: id });
  return data ? <StateMark endpoint={data} /> : null;
}
