import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card, Check, Filter, sets, TextField } from '../parts/controls.tsx';
import { FormDialog, useAct } from '../parts/form.tsx';
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

/** A delivery that is due within this time is asked for again after as long. */
const soonMilliseconds = 3000;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  /** The number of times that the screen has sent something. */
  readonly sentCount: number;
  readonly onChange: () => unknown;
}

/** The newest deliveries to an endpoint, of all states or one. */
export function Deliveries({ endpoint, sentCount, onChange }: DeliveriesProps) {
  const { id: webhook_id, state } = endpoint;
  const status = useSignal('');
  const isResending = useSignal(false);
  const act = useAct();
  const page = useLoaded(`${webhook_id} ${status.value} ${sentCount}`, (signal) =>
    api.listWebhookDeliveries.withResponse(
      {
        webhook_id,
        limit: pageLimitMax,
        ...(status.value !== '' && { status: status.value as Delivery['status'] }),
      },
      { signal },
    ),
  );
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
  return (
    <Card
      title={t('deliveries.title')}
      aside={
        <>
          <Filter
            label={t('endpoints.state')}
            text={status}
            options={[
              ['', t('deliveries.all')],
              ...deliveryStatuses.map((one) => [one, deliveryText(one)] as const),
            ]}
          />
          <Button disabled={state === 'disabled'} onClick={sets(isResending, true)}>
            {t('deliveries.resendMany')}
          </Button>
        </>
      }
    >
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
      {isResending.value && (
        <Resending
          webhookId={webhook_id}
          onClose={sets(isResending, false)}
          onSent={() => {
            void page.reload();
            onChange();
          }}
        />
      )}
    </Card>
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
      <table class="attempts">
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
    <Button look="small" disabled={!mayResend} onClick={onResend}>
      {t('deliveries.resend')}
    </Button>
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
  const resend = async () => {
    const end = watchWork(
      () => t('deliveries.undone'),
      () => 1,
    );
    let count = 0;
    try {
      let next: string | null = new Date(since.value).toISOString();
      while (next !== null) {
        const input: Resent['input'] = { webhook_id: webhookId, since: next, all: isAll.value };
        const answer: Resent['output'] = await change(() => api.resendWebhookDeliveries(input));
        count += answer.resent_deliveries;
        next = answer.next_since;
      }
    } finally {
      end();
      onSent();
    }
    onClose();
    toast(t('deliveries.resent', { count }));
  };
  return (
    <FormDialog
      title={t('deliveries.resendMany')}
      action={t('deliveries.resend')}
      onClose={onClose}
      onSend={resend}
    >
      <p>{t('deliveries.resendText')}</p>
      <TextField
        label={t('deliveries.since')}
        text={since}
        type="datetime-local"
        required
        max={localTime(Date.now())}
      />
      <Check label={t('deliveries.resendAll')} isOn={isAll} />
    </FormDialog>
  );
}
