import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, bound, Card, Check, Opener, Select, TextField } from '../parts/controls.tsx';
import { FormDialog, useAct } from '../parts/form.tsx';
import { Figures, Line, List } from '../parts/list.tsx';
import { Ago } from '../parts/marks.tsx';
import { api, useRead } from '../service/api.ts';
import { untilDone } from '../service/batch.ts';
import { formatNumber, formatTime, t } from '../words/words.ts';
import { type Delivery, DeliveryMark, deliveryStatuses, deliveryText, type Endpoint } from './endpoint.tsx';

type Resent = Operations['resendWebhookDeliveries'];

/** If a delivery is due within this time, the list loads again after this time. */
const soonMilliseconds = 3000;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  /** How often the screen has sent a test event or deliveries. The list loads again when it changes. */
  readonly sentCount: number;
  readonly onChange: () => unknown;
}

/** The newest deliveries to an endpoint: all, or only those with the selected status. */
export function Deliveries({ endpoint, sentCount, onChange }: DeliveriesProps) {
  const { id: webhook_id, state } = endpoint;
  const status = useSignal('');
  const act = useAct();
  const page = useRead(
    api.listWebhookDeliveries,
    {
      webhook_id,
      limit: pageLimitMax,
      ...(status.value !== '' && { status: status.value as Delivery['status'] }),
    },
    sentCount,
  );
  const isDue = page.data?.items.some(
    ({ next_attempt_at: at }) => at !== null && Date.parse(at) - Date.now() < soonMilliseconds,
  );
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => void page.reload(), soonMilliseconds);
    return () => clearTimeout(timer);
  }, [page.data]);
  const onSent = () => Promise.all([page.reload(), onChange()]);
  const resend = (event_id: Delivery['event_id']) =>
    act.run(async () => {
      await api.resendWebhookDelivery({ webhook_id, event_id });
      toast(t('deliveries.resent', { count: 1 }));
      await page.reload();
    });
  return (
    <Card
      title={t('deliveries.title')}
      aside={
        <>
          <Select
            label={t('endpoints.state')}
            {...bound(status)}
            options={[
              ['', t('deliveries.all')],
              ...deliveryStatuses.map((one) => [one, deliveryText(one)] as const),
            ]}
          />
          <Opener text={t('deliveries.resendMany')} disabled={state === 'disabled'}>
            {(close) => <Resending webhook_id={webhook_id} onClose={close} onSent={onSent} />}
          </Opener>
        </>
      }
    >
      <List
        page={page}
        none={status.value === '' ? t('deliveries.none') : t('deliveries.noneSo')}
        error={act.error}
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.event_id}
            delivery={delivery}
            mayResend={state === 'enabled' && !act.isRunning && delivery.status !== 'pending'}
            onResend={resend}
          />
        )}
      </List>
    </Card>
  );
}

interface RowProps {
  readonly delivery: Delivery;
  readonly mayResend: boolean;
  readonly onResend: (id: Delivery['event_id']) => void;
}

const DeliveryRow = ({ delivery, mayResend, onResend }: RowProps) => (
  <li>
    <details class="delivery">
      <summary>
        <code>{delivery.type}</code> <DeliveryMark status={delivery.status} />{' '}
        <span class="quiet-text">
          <Ago time={delivery.created_at} />
        </span>
      </summary>
      <Line
        facts={[
          <code>{delivery.event_id}</code>,
          delivery.next_attempt_at && t('deliveries.next', { time: formatTime(delivery.next_attempt_at) }),
        ]}
      />
      {delivery.attempts.length === 0 ? (
        <p class="hint">{t('deliveries.noAttempt')}</p>
      ) : (
        <Figures
          columns={[
            t('deliveries.attempt'),
            t('deliveries.time'),
            t('deliveries.answer'),
            t('deliveries.took'),
          ]}
          rows={delivery.attempts.map(({ number, started_at, status_code, error, duration_ms }) => [
            formatNumber(number),
            started_at ? formatTime(started_at) : '–',
            status_code ?? error ?? '–',
            duration_ms === null ? '–' : t('deliveries.milliseconds', { count: duration_ms }),
          ])}
        />
      )}
      <Button
        text={t('deliveries.resend')}
        look="small"
        disabled={!mayResend}
        onClick={() => onResend(delivery.event_id)}
      />
    </details>
  </li>
);

/** Returns a time as the value of a `datetime-local` control. */
const localTime = (milliseconds: number): string =>
  new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const dayMilliseconds = 24 * 60 * 60_000;

interface ResendingProps {
  readonly webhook_id: Endpoint['id'];
  readonly onClose: () => void;
  readonly onSent: () => unknown;
}

/** Sends the events since a time again. Each request sends a part of them. */
function Resending({ webhook_id, onClose, onSent }: ResendingProps) {
  const since = useSignal(localTime(Date.now() - dayMilliseconds));
  const isAll = useSignal(false);
  const resend = async () => {
    let count = 0;
    let next: string | null = new Date(since.value).toISOString();
    try {
      await untilDone(t('deliveries.undone'), async () => {
        const input: Resent['input'] = { webhook_id, since: next ?? '', all: isAll.value };
        const answer: Resent['output'] = await api.resendWebhookDeliveries(input);
        count += answer.resent_deliveries;
        next = answer.next_since;
        return next !== null;
      });
    } finally {
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
