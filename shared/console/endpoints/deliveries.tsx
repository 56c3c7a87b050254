import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { dayMilliseconds } from '../../contract/days.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { useAddress } from '../parts/address.ts';
import { Button, Check, controlOf, Icon, Select, TextField } from '../parts/controls.tsx';
import { Dialog, FormDialog, openDialog, useAct } from '../parts/dialog.tsx';
import { Ago, Card, Figures, Line, Problem } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { OrderChoice, OrderHead, OrderNote, useOrder } from '../parts/order.tsx';
import { paths } from '../paths.ts';
import { answerOf, api, useFacts, useLoaded, useRead, useRenewal } from '../service/api.ts';
import { untilDone } from '../service/batch.ts';
import { formatNear, formatNumber, formatTime, t } from '../words/words.ts';
import type { Endpoint } from './endpoints.tsx';
import { type EventDocument, readEventDocuments } from './eventDocuments.ts';
import { type Delivery, silentSince } from './silence.ts';

type Attempt = Delivery['attempts'][number];
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

/** The newest deliveries to an endpoint: all, or only those with the status in the address. */
export function Deliveries({ endpoint, sentCount, onChange }: DeliveriesProps) {
  const { id: webhook_id, state } = endpoint;
  const { query, set } = useAddress();
  const status = statuses.find((one) => one === query.state);
  const act = useAct();
  const input = { webhook_id, limit: pageLimitMax };
  const newest = useRead(api.listWebhookDeliveries, input, sentCount);
  const chosen = useLoaded(`${webhook_id} ${status} ${sentCount}`, async (signal) =>
    status ? api.listWebhookDeliveries.withResponse({ ...input, status }, { signal }) : answerOf(undefined),
  );
  const page = status ? chosen : newest;
  const reload = () => Promise.all([newest.reload(), chosen.reload()]);
  useRenewal(reload);
  const items = page.data?.items;
  const documents = useFacts(items?.map(({ event_id }) => event_id) ?? [], readEventDocuments);
  const order = useOrder<Delivery>([
    { name: 'event', title: t('deliveries.event'), value: ({ type }) => type },
    {
      name: 'document',
      title: t('deliveries.document'),
      value: ({ event_id }) => documents.get(event_id)?.title,
    },
    { name: 'status', title: t('endpoints.state'), value: (one) => t(`deliveries.status.${one.status}`) },
    { name: 'answer', title: t('deliveries.lastAnswer'), value: ({ attempts }) => answerIn(attempts.at(-1)) },
    { name: 'time', title: t('deliveries.time'), value: ({ created_at }) => created_at },
  ]);
  const isDue = items?.some(
    ({ next_attempt_at: at }) => at !== null && Date.parse(at) - Date.now() < soonMilliseconds,
  );
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(reload, soonMilliseconds);
    return () => clearTimeout(timer);
  }, [page.data]);
  const onSent = () => Promise.all([reload(), onChange()]);
  const resend = (event_id: Delivery['event_id']) =>
    act.run(async () => {
      await api.resendWebhookDelivery({ webhook_id, event_id });
      toast(t('deliveries.resent', { count: 1 }));
      await reload();
    });
  return (
    <>
      {state === 'enabled' && <Silence deliveries={newest.data?.items ?? []} />}
      <Card
        title={t('deliveries.title')}
        aside={
          <>
            <Select
              label={t('endpoints.state')}
              {...controlOf(status ?? '', (value) => set({ state: value }))}
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
        error={act.error}
      >
        <Problem error={page.error} onRetry={page.reload} />
        {items?.length === 0 && (
          <p class="hint">{status ? t('deliveries.noneInState') : t('deliveries.none')}</p>
        )}
        {items && items.length > 0 && (
          <>
            <div class="row order">
              <OrderChoice order={order} />
              <OrderNote order={order} count={items.length} />
            </div>
            <table class="table deliveries">
              <thead>
                <tr>
                  {order.columns.map(({ name }) => (
                    <OrderHead key={name} order={order} name={name} />
                  ))}
                  <th>
                    <span class="hidden">{t('library.column.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {order.sorted(items).map((delivery) => (
                  <DeliveryRow
                    key={delivery.event_id}
                    delivery={delivery}
                    document={documents.get(delivery.event_id)}
                    onResend={
                      state === 'disabled' || delivery.status === 'pending'
                        ? undefined
                        : () => resend(delivery.event_id)
                    }
                  />
                ))}
              </tbody>
            </table>
          </>
        )}
      </Card>
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** Undefined for an event about something else. */
  readonly document: EventDocument | undefined;
  /** Undefined if the delivery cannot be sent again now. */
  readonly onResend: (() => unknown) | undefined;
}

function DeliveryRow({ delivery, document, onResend }: DeliveryRowProps) {
  const { type, status, created_at, attempts } = delivery;
  const last = attempts.at(-1);
  const show = () => openDialog(<Attempts delivery={delivery} />);
  return (
    <tr>
      <td class="fact">
        <button type="button" class="link" onClick={show}>
          <code>{type}</code>
        </button>
      </td>
      <td class="title">
        <div>
          {document ? (
            <a href={paths.document(document.id)} title={document.title}>
              <bdi>{document.title || document.id}</bdi>
            </a>
          ) : (
            <span class="quiet-text">–</span>
          )}
        </div>
      </td>
      <td class="fact quiet-text">
        <span class={`status ${isFailing(delivery) ? 'failed' : looks[status]}`}>{stateOf(delivery)}</span>
      </td>
      <td class="fact quiet-text" data-label={last && t('deliveries.lastAnswer')}>
        {answerIn(last) ?? '–'}
      </td>
      <td class="fact quiet-text" data-label={t('deliveries.time')}>
        <Ago time={created_at} />
      </td>
      <td class="row-actions">
        <Menu
          label={t('common.actionsOf', { name: type })}
          commands={[
            { title: t('deliveries.show'), icon: 'activity', run: show },
            {
              title: t('deliveries.resend'),
              icon: 'endpoint',
              disabled: onResend === undefined,
              run: () => onResend?.(),
            },
          ]}
        />
      </td>
    </tr>
  );
}

const answerIn = (attempt: Attempt | undefined): string | undefined =>
  attempt && `${attempt.status_code ?? attempt.error ?? '–'}`;

/** Whether a delivery was tried and is tried again. */
const isFailing = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts.length > 0;

function stateOf(delivery: Delivery): string {
  const { status, next_attempt_at: next } = delivery;
  if (!isFailing(delivery)) return t(`deliveries.status.${status}`);
  return next ? t('deliveries.failingNext', { time: formatNear(next) }) : t('deliveries.failing');
}

/** Says that nothing has arrived for an hour. */
function Silence({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const since = silentSince(deliveries, Date.now());
  if (since === undefined) return null;
  return (
    <div class="notice alert" role="status">
      <Icon name="warning" />
      <p>{t('deliveries.silent', { time: formatTime(new Date(since).toISOString()) })}</p>
    </div>
  );
}

/** What was tried to deliver an event. */
const Attempts = ({
  delivery: { type, event_id, attempts, next_attempt_at },
}: {
  readonly delivery: Delivery;
}) => (
  <Dialog title={type}>
    <Line
      facts={[
        <code>{event_id}</code>,
        next_attempt_at && t('deliveries.next', { time: formatTime(next_attempt_at) }),
      ]}
    />
    {attempts.length === 0 ? (
      <p class="hint">{t('deliveries.noAttempt')}</p>
    ) : (
      <Figures
        columns={[
          t('deliveries.attempt'),
          t('deliveries.time'),
          t('deliveries.answer'),
          t('deliveries.took'),
        ]}
        rows={attempts.map((attempt) => [
          formatNumber(attempt.number),
          attempt.started_at ? formatTime(attempt.started_at) : '–',
          answerIn(attempt) ?? '–',
          attempt.duration_ms === null ? '–' : t('deliveries.milliseconds', { count: attempt.duration_ms }),
        ])}
      />
    )}
  </Dialog>
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
        name="since"
        text={since}
        type="datetime-local"
        required
        max={localTime(Date.now())}
      />
      <Check label={t('deliveries.resendAll')} isOn={isAll} />
    </FormDialog>
  );
}
