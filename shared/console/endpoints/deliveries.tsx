import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Field } from '../parts/field.tsx';
import { bound, FormDialog, useAct } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Ago } from '../parts/time.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { watchWork } from '../service/unfinished.ts';
import { formatNumber, formatTime } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { type Delivery, DeliveryMark, deliveryStatuses, deliveryText, type Endpoint } from './state.tsx';

type Resent = Operations['resendWebhookDeliveries'];

const pageSize = 20;
/** A delivery that is due within this time is asked for again after as long. */
const soonMilliseconds = 3000;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  /** The number of times that the screen has sent something. */
  readonly sentCount: number;
  readonly onChange: () => unknown;
}

/** What was delivered to an endpoint, newest event first. */
export function Deliveries({ endpoint, sentCount, onChange }: DeliveriesProps) {
  const { id: webhook_id, state } = endpoint;
  const status = useSignal('');
  const limit = useSignal(pageSize);
  const isResending = useSignal(false);
  const act = useAct();
  const page = useLoaded(`${webhook_id} ${status.value}`, (signal) =>
    api.listWebhookDeliveries.withResponse(
      {
        webhook_id,
        limit: limit.value,
        ...(status.value !== '' && { status: status.value as Delivery['status'] }),
      },
      { signal },
    ),
  );
  useEffect(() => {
    if (sentCount > 0 || limit.value > pageSize) void page.reload();
  }, [sentCount, limit.value]);
  const items = page.data?.items ?? [];
  const isDue = items.some(
    ({ next_attempt_at: at }) => at !== null && Date.parse(at) - Date.now() < soonMilliseconds,
  );
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => void page.reload(), soonMilliseconds);
    return () => clearTimeout(timer);
  }, [page.data]);
  const resend = (event_id: Delivery['event_id']) =>
    act.run(async () => {
      await change(() => api.resendWebhookDelivery({ webhook_id, event_id }));
      toast(t('deliveries.resent', { count: 1 }));
      await page.reload();
    });
  const hasMore = page.data?.pagination.has_more === true;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t('deliveries.title')}</h2>
        <div class="row">
          <select aria-label={t('endpoints.state')} class="choose" {...bound(status)}>
            <option value="">{t('deliveries.all')}</option>
            {deliveryStatuses.map((one) => (
              <option key={one} value={one}>
                {deliveryText(one)}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="button"
            disabled={state === 'disabled'}
            onClick={() => {
              isResending.value = true;
            }}
          >
            {t('deliveries.resendMany')}
          </button>
        </div>
      </header>
      <Problem error={page.error} onRetry={page.reload} />
      <Problem error={act.error} />
      {page.data && items.length === 0 && (
        <p class="hint">{status.value === '' ? t('deliveries.none') : t('deliveries.noneSo')}</p>
      )}
      <ul class="rows" role="list">
        {items.map((delivery) => (
          <li key={delivery.event_id}>
            <Row
              delivery={delivery}
              mayResend={state === 'enabled' && !act.isRunning && delivery.status !== 'pending'}
              onResend={() => resend(delivery.event_id)}
            />
          </li>
        ))}
      </ul>
      {hasMore && limit.value < 100 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            limit.value = 100;
          }}
        >
          {t('deliveries.more')}
        </button>
      )}
      {isResending.value && (
        <Resending
          webhookId={webhook_id}
          onClose={() => {
            isResending.value = false;
          }}
          onSent={() => {
            void page.reload();
            onChange();
          }}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly delivery: Delivery;
  readonly mayResend: boolean;
  readonly onResend: () => void;
}

const Row = ({ delivery, mayResend, onResend }: RowProps) => (
  <details class="delivery">
    <summary>
      <code>{delivery.type}</code> <DeliveryMark status={delivery.status} />{' '}
      <span class="quiet-text">
        <Ago time={delivery.created_at} />
      </span>
    </summary>
    <p class="quiet-text">
      <code>{delivery.event_id}</code>
      {delivery.next_attempt_at &&
        ` · ${t('deliveries.next', { time: formatTime(delivery.next_attempt_at) })}`}
    </p>
    {delivery.attempts.length === 0 ? (
      <p class="hint">{t('deliveries.noAttempt')}</p>
    ) : (
      <table class="figures">
        <thead>
          <tr>
            <th>{t('deliveries.attempt')}</th>
            <th>{t('deliveries.time')}</th>
            <th>{t('deliveries.answer')}</th>
            <th>{t('deliveries.took')}</th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempts.map(({ number, started_at, status_code, error, duration_ms }) => (
            <tr key={number}>
              <td>{formatNumber(number)}</td>
              <td>{started_at ? formatTime(started_at) : '–'}</td>
              <td>{status_code ?? error ?? '–'}</td>
              <td>{duration_ms === null ? '–' : t('deliveries.milliseconds', { count: duration_ms })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <button type="button" class="button small" disabled={!mayResend} onClick={onResend}>
      {t('deliveries.resend')}
    </button>
  </details>
);

/** The value of a `datetime-local` control for a time. */
const localTime = (milliseconds: number): string =>
  new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const dayMilliseconds = 24 * 60 * 60_000;

interface ResendingProps {
  readonly webhookId: Endpoint['id'];
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Sends the events since a time again. Each request sends a part of them. */
function Resending({ webhookId, onClose, onSent }: ResendingProps) {
  const since = useSignal(localTime(Date.now() - dayMilliseconds));
  const isAll = useSignal(false);
  const done = useSignal(0);
  const resend = async () => {
    const end = watchWork(
      () => t('deliveries.undone'),
      () => 1,
    );
    try {
      let next: string | null = new Date(since.value).toISOString();
      while (next !== null) {
        const input: Resent['input'] = { webhook_id: webhookId, since: next, all: isAll.value };
        const answer: Resent['output'] = await change(() => api.resendWebhookDeliveries(input));
        done.value += answer.resent_deliveries;
        next = answer.next_since;
      }
    } finally {
      end();
      onSent();
    }
    onClose();
    toast(t('deliveries.resent', { count: done.value }));
  };
  return (
    <FormDialog
      title={t('deliveries.resendMany')}
      action={t('deliveries.resend')}
      onClose={onClose}
      onSend={resend}
    >
      <p>{t('deliveries.resendText')}</p>
      <Field label={t('deliveries.since')}>
        {(attributes) => (
          <input
            {...attributes}
            {...bound(since)}
            type="datetime-local"
            required
            max={localTime(Date.now())}
          />
        )}
      </Field>
      <label class="choice-row">
        <input
          type="checkbox"
          checked={isAll.value}
          onChange={(event) => {
            isAll.value = event.currentTarget.checked;
          }}
        />
        <span>{t('deliveries.resendAll')}</span>
      </label>
      {done.value > 0 && <p role="status">{t('deliveries.resent', { count: done.value })}</p>}
    </FormDialog>
  );
}
