import { useSignal } from '@preact/signals';
import type { Operations, WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes, type EventType, eventTypes } from '../../contract/eventTypes.ts';
import { urlMaxCharacters } from '../../contract/limits.ts';
import { Choices, TextField } from '../parts/controls.tsx';
import { FormDialog, ShownOnce } from '../parts/form.tsx';
import { referenceLink } from '../paths.ts';
import { t } from '../words/words.ts';

export type Endpoint = Operations['getWebhook']['output'];
export type Delivery = Operations['listWebhookDeliveries']['output']['items'][number];

export const StateMark = ({ endpoint }: { readonly endpoint: Endpoint }) =>
  endpoint.state === 'enabled' ? (
    <span class="status">{t('endpoints.enabled')}</span>
  ) : (
    <span class="status failed">{t('endpoints.disabled')}</span>
  );

/** Says why an endpoint is disabled. */
export const reasonText = ({ disabled_reason: reason }: Endpoint): string =>
  reason === null ? '' : t(`endpoints.reason.${reason}`);

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'skipped'] as const;
export const deliveryText = (status: Delivery['status']): string => t(`deliveries.status.${status}`);

const looks = { pending: 'processing', succeeded: '', failed: 'failed', skipped: 'off' } as const;

export const DeliveryMark = ({ status }: { readonly status: Delivery['status'] }) => (
  <span class={`status ${looks[status]}`}>{deliveryText(status)}</span>
);

type Fields = Operations['registerWebhook']['input'];

interface EndpointFormProps {
  readonly title: string;
  /** Default: the title */
  readonly action?: string;
  /** Default: a new endpoint */
  readonly endpoint?: Pick<WebhookEndpoint, 'url' | 'events'>;
  readonly onSend: (fields: Fields, options: { readonly idempotencyKey: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The address of an endpoint, and the events that it gets. */
export function EndpointForm({ title, action, endpoint, onSend, onClose }: EndpointFormProps) {
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
      {...(action !== undefined && { action })}
      isIncomplete={isChosen && chosen.value.size === 0}
      onClose={onClose}
      onSend={(options) =>
        onSend({ url: url.value.trim(), events: isChosen ? [...chosen.value] : [allEventTypes] }, options)
      }
    >
      <TextField
        label={t('endpoints.url')}
        hint={t('endpoints.urlHint')}
        text={url}
        type="url"
        required
        pattern="https://.+"
        maxLength={urlMaxCharacters}
      />
      <Choices
        legend={t('endpoints.events')}
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

interface SecretProps {
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** A signing secret, and how a receiver verifies deliveries with it. */
export const Secret = ({ secret, onClose }: SecretProps) => (
  <ShownOnce title={t('endpoints.secret')} label={t('endpoints.secret')} secret={secret} onClose={onClose}>
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
