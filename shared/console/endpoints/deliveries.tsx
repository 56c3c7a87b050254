import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { dayMilliseconds } from '../../contract/days.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, bound, Check, Select, TextField } from '../parts/controls.tsx';
import { FormDialog, openDialog, useAct } from '../parts/dialog.tsx';
import { Ago, Figures, Line, ListCard } from '../parts/list.tsx';
import { api, useRead } from '../service/api.ts';
import { untilDone } from '../service/batch.ts';
import { formatNumber, formatTime, t } from '../words/words.ts';
import type { Endpoint } from './endpoints.tsx';

type Delivery = Operations['listWebhookDeliveries']['output']['items'][number];
type Resent = Operations['resendWebhookDeliveries'];

/** Each status, with the look of its mark. */
const looks = { pending: 'processing', succeeded: '', failed: 'failed', skipped: 'off' } as const;
const statuses = Object.keys(looks) as Delivery['status'][];

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
  const shown = useSignal('');
  const act = useAct();
  const page = useRead(
    api.listWebhookDeliveries,
    {
      webhook_id,
      limit: pageLimitMax,
      ...(shown.value !== '' && { status: shown.value as Delivery['status'] }),
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
    <ListCard
      title={t('deliveries.title')}
      aside={
        <>
          <Select
            label={t('endpoints.state')}
            {...bound(shown)}
            options={[
              ['', t('deliveries.all')],
              ...statuses.map((one) => [one, t(`deliveries.status.${one}`)] as const),
            ]}
          />
          <Button
            text={t('deliveries.resendMany')}
            disabled={state === 'disabled'}
            onClick={() => openDialog(<Resending webhook_id={webhook_id} onSent={onSent} />)}
          />
        </>
      }
      page={page}
      none={shown.value === '' ? t('deliveries.none') : t('deliveries.noneInState')}
      error={act.error}
    >
      {({ event_id, type, status, created_at, next_attempt_at, attempts }) => (
        <li key={event_id}>
          <details>
            <summary>
              <code>{type}</code>
              <span class={`status ${looks[status]}`}>{t(`deliveries.status.${status}`)}</span>
              <span class="quiet-text">
                <Ago time={created_at} />
              </span>
            </summary>
            <Line
              facts={[
                <code>{event_id}</code>,
                next_attempt_at && t('deliveries.next', { time: formatTime(next_attempt_at) }),
              ]}
            />
            {attempts.length === 0 ? (
              <p class="hint">{t('deliveries.noAttempt')}</p>
            ) : (
              <Attempts attempts={attempts} />
            )}
            <Button
              text={t('deliveries.resend')}
              look="small"
              disabled={state === 'disabled' || act.isRunning || status === 'pending'}
              onClick={() => resend(event_id)}
            />
          </details>
        </li>
      )}
    </ListCard>
  );
}

const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) => (
  <Figures
    columns={[t('deliveries.attempt'), t('deliveries.time'), t('deliveries.answer'), t('deliveries.took')]}
    rows={attempts.map(({ number, started_at, status_code, error, duration_ms }) => [
      formatNumber(number),
      started_at ? formatTime(started_at) : '–',
      status_code ?? error ?? '–',
      duration_ms === null ? '–' : t('deliveries.milliseconds', { count: duration_ms }),
    ])}
  />
);

/** Returns a time as the value of a `datetime-local` control. */
const localTime = (milliseconds: number): string =>
  new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Sends the events since a time again. Each request sends a part of them. */
function Resending({
  webhook_id,
  onSent,
}: {
  readonly webhook_id: Endpoint['id'];
  readonly onSent: () => unknown;
}) {
  const since = useSignal(localTime(Date.now() - dayMilliseconds));
  const isAll = useSignal(false);
  const resend = async () => {
    let count = 0;
    let next: string | null = new Date(since.value).toISOString();
    try {
      await untilDone(t('deliveries.notAllSent'), async () => {
        const input: Resent['input'] = { webhook_id, since: next ?? '', all: isAll.value };
        const answer: Resent['output'] = await api.resendWebhookDeliveries(input);
        count += answer.resent_deliveries;
        next = answer.next_since;
        return next !== null;
      });
    } finally {
      onSent();
    }
    toast(t('deliveries.resent', { count }));
  };
  return (
    <FormDialog title={t('deliveries.resendMany')} action={t('deliveries.resend')} send={resend}>
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
