import type { Operations } from '../../client/types.ts';
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
