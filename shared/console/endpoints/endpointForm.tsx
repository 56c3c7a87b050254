import { type Signal, useSignal } from '@preact/signals';
import type { Operations, WebhookEndpoint } from '../../client/types.ts';
import { allEventTypes, type EventType, eventTypes } from '../../contract/eventTypes.ts';
import { urlMaxCharacters } from '../../contract/limits.ts';
import { Field } from '../parts/field.tsx';
import { bound, FormDialog } from '../parts/form.tsx';
import { t } from '../words/words.ts';

type Fields = Operations['registerWebhook']['input'];

interface EndpointFormProps {
  readonly title: string;
  readonly action: string;
  /** Default: a new endpoint */
  readonly endpoint?: Pick<WebhookEndpoint, 'url' | 'events'>;
  readonly onSend: (fields: Fields, options: { readonly idempotencyKey: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The address of an endpoint, and the events that it gets. */
export function EndpointForm({ title, action, endpoint, onSend, onClose }: EndpointFormProps) {
  const url = useSignal(endpoint?.url ?? 'https://');
  const isForAll = useSignal(endpoint?.events.includes(allEventTypes) ?? true);
  const chosen = useSignal<ReadonlySet<EventType>>(
    new Set(eventTypes.filter((type) => endpoint?.events.includes(type))),
  );
  return (
    <FormDialog
      title={title}
      action={action}
      isIncomplete={!isForAll.value && chosen.value.size === 0}
      onClose={onClose}
      onSend={(options) =>
        onSend(
          { url: url.value.trim(), events: isForAll.value ? [allEventTypes] : [...chosen.value] },
          options,
        )
      }
    >
      <Field label={t('endpoints.url')} hint={t('endpoints.urlHint')}>
        {(attributes) => (
          <input
            {...attributes}
            {...bound(url)}
            type="url"
            required
            pattern="https://.+"
            maxLength={urlMaxCharacters}
          />
        )}
      </Field>
      <fieldset class="choices">
        <legend class="label">{t('endpoints.events')}</legend>
        {[true, false].map((isAll) => (
          <label key={isAll} class="choice-row">
            <input
              type="radio"
              name="events"
              checked={isForAll.value === isAll}
              onChange={() => {
                isForAll.value = isAll;
              }}
            />
            <span>{isAll ? t('endpoints.allEvents') : t('endpoints.chosenEvents')}</span>
          </label>
        ))}
      </fieldset>
      {!isForAll.value && <EventChoice chosen={chosen} />}
    </FormDialog>
  );
}

const EventChoice = ({ chosen }: { readonly chosen: Signal<ReadonlySet<EventType>> }) => (
  <fieldset class="choices many">
    <legend class="hidden">{t('endpoints.chosenEvents')}</legend>
    {eventTypes.map((type) => (
      <label key={type} class="choice-row">
        <input
          type="checkbox"
          checked={chosen.value.has(type)}
          onChange={() => {
            const next = new Set(chosen.value);
            if (!next.delete(type)) next.add(type);
            chosen.value = next;
          }}
        />
        <code>{type}</code>
      </label>
    ))}
  </fieldset>
);
