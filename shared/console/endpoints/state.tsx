import type { Operations } from '../../client/types.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

export type Endpoint = Operations['getWebhook']['output'];
export type Delivery = Operations['listWebhookDeliveries']['output']['items'][number];

const reasons = {
  gone: 'endpoints.gone',
  failing: 'endpoints.failing',
  registrar: 'endpoints.registrarGone',
  operator: 'endpoints.byOperator',
  request: 'endpoints.byRequest',
} as const satisfies Readonly<Record<NonNullable<Endpoint['disabled_reason']>, WordKey>>;

export const StateMark = ({ endpoint }: { readonly endpoint: Endpoint }) =>
  endpoint.state === 'enabled' ? (
    <span class="status">{t('endpoints.enabled')}</span>
  ) : (
    <span class="status failed">{t('endpoints.disabled')}</span>
  );

/** Says why an endpoint is disabled. */
export const reasonText = ({ disabled_reason }: Endpoint): string =>
  disabled_reason === null ? '' : t(reasons[disabled_reason]);

const statuses = {
  pending: ['deliveries.pending', 'processing'],
  succeeded: ['deliveries.succeeded', ''],
  failed: ['deliveries.failed', 'failed'],
  skipped: ['deliveries.skipped', 'off'],
} as const satisfies Readonly<Record<Delivery['status'], readonly [WordKey, string]>>;

export const deliveryStatuses = Object.keys(statuses) as Delivery['status'][];
export const deliveryText = (status: Delivery['status']): string => t(statuses[status][0]);

export const DeliveryMark = ({ status }: { readonly status: Delivery['status'] }) => (
  <span class={`status ${statuses[status][1]}`}>{deliveryText(status)}</span>
);
