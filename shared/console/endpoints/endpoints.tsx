import { useSignal } from '@preact/signals';
import type { WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { webhookEndpointsMax } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { Button, sets, Used } from '../parts/controls.tsx';
import { Empty } from '../parts/empty.tsx';
import { Row } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { useRead } from '../service/loaded.ts';
import { me } from '../service/session.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { EndpointForm } from './endpointForm.tsx';
import { Secret } from './secret.tsx';
import { StateMark } from './state.tsx';

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
      actions={
        <Button icon="plus" look="primary" onClick={register}>
          {t('endpoints.register')}
        </Button>
      }
    >
      <Problem error={list.error} onRetry={list.reload} />
      {list.data && endpoints.length === 0 && (
        <Empty icon="endpoint" title={t('endpoints.none')} text={t('endpoints.noneText')}>
          <Button onClick={register}>{t('endpoints.register')}</Button>
        </Empty>
      )}
      {endpoints.length > 0 && (
        <section class="card">
          <Used count={endpoints.length} most={webhookEndpointsMax} />
          <ul class="rows" role="list">
            {endpoints.map((endpoint) => (
              <ListedEndpoint key={endpoint.id} endpoint={endpoint} />
            ))}
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
function ListedEndpoint({
  endpoint: { id, url, events, created_at },
}: {
  readonly endpoint: WebhookEndpoint;
}) {
  const { data } = useRead(api.getWebhook, { webhook_id: id });
  const types = events.includes(allEventTypes)
    ? t('endpoints.allEvents')
    : t('endpoints.someEvents', { count: events.length });
  return (
    <Row
      name={url}
      href={paths.endpoint(id)}
      lines={[[types, t('endpoints.since', { date: formatDate(created_at) })]]}
    >
      {data && <StateMark endpoint={data} />}
    </Row>
  );
}
