import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes } from '../../contract/eventTypes.ts';
import { webhookEndpointsMax } from '../../contract/limits.ts';
import { screenCommands } from '../frame/palette.tsx';
import { Empty } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { change, me } from '../service/session.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { EndpointForm } from './endpointForm.tsx';
import { Secret } from './secret.tsx';
import { StateMark } from './state.tsx';

/** The webhook endpoints of the organization. */
export const Endpoints = () => <OwnEndpoints key={me.value?.organization_id} />;

function OwnEndpoints() {
  const list = useLoaded('endpoints', (signal) => api.listWebhooks.withResponse({}, { signal }));
  const isRegistering = useSignal(false);
  const secret = useSignal<string | undefined | null>(null);
  const register = () => {
    isRegistering.value = true;
  };
  useEffect(() => {
    screenCommands.value = [{ id: 'register', title: t('endpoints.register'), icon: 'plus', run: register }];
    return () => {
      screenCommands.value = [];
    };
  }, []);
  const endpoints = list.data?.webhooks ?? [];
  return (
    <Screen
      title={t('nav.endpoints')}
      lead={t('endpoints.lead')}
      actions={
        <button type="button" class="button primary" onClick={register}>
          <Icon name="plus" />
          {t('endpoints.register')}
        </button>
      }
    >
      <Problem error={list.error} onRetry={list.reload} />
      {list.data && endpoints.length === 0 && (
        <Empty icon="endpoint" title={t('endpoints.none')} text={t('endpoints.noneText')}>
          <button type="button" class="button" onClick={register}>
            {t('endpoints.register')}
          </button>
        </Empty>
      )}
      {endpoints.length > 0 && (
        <section class="card">
          <p class="quiet-text">{t('quota.used', { count: endpoints.length, most: webhookEndpointsMax })}</p>
          <ul class="rows" role="list">
            {endpoints.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        </section>
      )}
      {isRegistering.value && (
        <EndpointForm
          title={t('endpoints.register')}
          action={t('endpoints.register')}
          onClose={() => {
            isRegistering.value = false;
          }}
          onSend={async (fields, options) => {
            const made = await change(() => api.registerWebhook(fields, options));
            isRegistering.value = false;
            secret.value = made.secret;
            await list.reload();
          }}
        />
      )}
      {secret.value !== null && (
        <Secret
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </Screen>
  );
}

/** The list does not have the state of an endpoint, so each row reads its own. */
function Row({ endpoint: { id, url, events, created_at } }: { readonly endpoint: WebhookEndpoint }) {
  const { data } = useLoaded(id, (signal) => api.getWebhook.withResponse({ webhook_id: id }, { signal }));
  return (
    <li class="row-item">
      <div>
        <p>
          <a href={paths.endpoint(id)}>
            <bdi>{url}</bdi>
          </a>
        </p>
        <p class="quiet-text">
          {events.includes(allEventTypes)
            ? t('endpoints.allEvents')
            : t('endpoints.someEvents', { count: events.length })}{' '}
          · {t('endpoints.since', { date: formatDate(created_at) })}
        </p>
      </div>
      {data && <StateMark endpoint={data} />}
    </li>
  );
}
