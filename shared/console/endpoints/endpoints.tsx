import { useSignal } from '@preact/signals';
import type { Operations, WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes, type EventType, eventTypes } from '../../contract/eventTypes.ts';
import { urlMaxCharacters, webhookEndpointsMax } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { Button, Choices, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, openDialog, ShownOnce } from '../parts/dialog.tsx';
import { Empty, Row, Screen } from '../parts/list.tsx';
import { paths, referenceLink } from '../paths.ts';
import { answerOf, api, useRead, useRenewal } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';

export type Endpoint = Operations['getWebhook']['output'];
type Made = Operations['registerWebhook']['output'];

/** The webhook endpoints of the organization. */
export function Endpoints() {
  const list = useRead(api.listWebhooks, {});
  useRenewal(list.reload);
  const onMade = (made: Made) => {
    list.show(answerOf({ webhooks: [made, ...endpoints] }));
    openDialog(<Secret secret={made.secret} />);
  };
  const register = () =>
    openDialog(<EndpointForm title={t('endpoints.register')} send={api.registerWebhook} onDone={onMade} />);
  useCommands([{ title: t('endpoints.register'), icon: 'plus', run: register }]);
  const endpoints = list.data?.webhooks ?? [];
  return (
    <Screen
      title={t('nav.endpoints')}
      lead={t('endpoints.lead')}
      actions={<Button text={t('endpoints.register')} icon="plus" look="primary" onClick={register} />}
      loaded={list}
    >
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
    </Screen>
  );
}

/** The list does not have the state of an endpoint, so each row reads its own. */
function State({ id }: Pick<Endpoint, 'id'>) {
  const { data, reload } = useRead(api.getWebhook, { webhook_id: id });
  useRenewal(reload);
  return data ? <StateMark endpoint={data} /> : null;
}

export const StateMark = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <span class={endpoint.state === 'enabled' ? 'status' : 'status failed'}>
    {t(`endpoints.${endpoint.state}`)}
  </span>
);

type Fields = Operations['registerWebhook']['input'];

interface EndpointFormProps<T> {
  readonly title: string;
  /** Default: the title */
  readonly action?: string;
  /** Default: a new endpoint */
  readonly endpoint?: Pick<WebhookEndpoint, 'url' | 'events'>;
  readonly send: (fields: Fields, options: { readonly idempotencyKey: string }) => Promise<T>;
  readonly onDone?: (answer: T) => unknown;
}

/** The address of an endpoint, and the events that it gets. */
export function EndpointForm<T>({ title, action, endpoint, send, onDone }: EndpointFormProps<T>) {
  const url = useSignal(endpoint?.url ?? 'https://');
  const which = useSignal<'all' | 'chosen'>(
    endpoint && !endpoint.events.includes(allEventTypes) ? 'chosen' : 'all',
  );
  const chosen = useSignal<ReadonlySet<EventType>>(
    new Set(eventTypes.filter((type) => endpoint?.events.includes(type))),
  );
  const isChosen = which.value === 'chosen';
  return (
    <FormDialog
      title={title}
      action={action}
      disabled={isChosen && chosen.value.size === 0}
      send={(options) =>
        send({ url: url.value.trim(), events: isChosen ? [...chosen.value] : [allEventTypes] }, options)
      }
      onDone={onDone}
    >
      <TextField
        label={t('endpoints.url')}
        name="url"
        hint={t('endpoints.urlHint')}
        text={url}
        type="url"
        required
        pattern="https://.+"
        maxLength={urlMaxCharacters}
      />
      <Choices
        legend={t('endpoints.events')}
        name="events"
        one={which}
        options={[
          ['all', t('endpoints.allEvents')],
          ['chosen', t('endpoints.chosenEvents')],
        ]}
      />
      {isChosen && (
        <Choices
          legend={t('endpoints.chosenEvents')}
          many={chosen}
          options={eventTypes.map((type) => [type, <code key={type}>{type}</code>])}
        />
      )}
    </FormDialog>
  );
}

const example = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// body: the bytes as received; verify throws for others
const event = webhook.verify(body, request.headers);`;

/** A signing secret, and how a receiver verifies deliveries with it. */
export const Secret = ({ secret }: { readonly secret: string | undefined }) => (
  <ShownOnce title={t('endpoints.secret')} label={t('endpoints.secret')} secret={secret}>
    <h3>{t('endpoints.verify')}</h3>
    <p>{t('endpoints.verifyText')}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
    <pre class="code" tabIndex={0}>
      {example}
    </pre>
    <p class="hint">{t('endpoints.verifyByHand')}</p>
    <p>
      <a href={`${referenceLink}/event-types`} target="_blank" rel="noopener">
        {t('frame.reference')}
      </a>
    </p>
  </ShownOnce>
);
