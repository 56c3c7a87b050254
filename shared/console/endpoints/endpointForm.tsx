import { useSignal } from '@preact/signals';
import type { Operations, WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes, type EventType, eventTypes } from '../../contract/eventTypes.ts';
import { urlMaxCharacters } from '../../contract/limits.ts';
import { Checks, Radios, TextField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { t } from '../words/words.ts';

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
      <Radios
        legend={t('endpoints.events')}
        chosen={which}
        options={[
          ['all', t('endpoints.allEvents')],
          ['chosen', t('endpoints.chosenEvents')],
        ]}
      />
      {isChosen && (
        <Checks
          legend={t('endpoints.chosenEvents')}
          chosen={chosen}
          options={eventTypes.map((type) => [type, <code key={type}>{type}</code>])}
        />
      )}
    </FormDialog>
  );
}
