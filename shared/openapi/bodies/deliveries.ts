import { listWebhookDeliveries, resendWebhookDeliveries } from '../../contract/operations/deliveries.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('WebhookDeliveryPage', listWebhookDeliveries.success.schema, {
  description: 'A page of the deliveries to an endpoint, newest event first.',
  fields: { items: 'The deliveries.', ...page },
});
named('ResendWebhookDeliveries', resendWebhookDeliveries.body.schema, {
  description: 'What is to be sent again.',
  fields: {
    since: 'Events since then.',
    all: 'Whether to send what has succeeded, too: for a receiver that has lost what it got. Default: false',
  },
});
named('ResentWebhookDeliveries', resendWebhookDeliveries.success.schema, {
  description: 'What was made pending.',
  fields: {
    resent_deliveries: 'The deliveries that are pending again.',
    already_pending_deliveries: 'Those that were pending already, and are left as they are.',
    next_since: 'The `since` with which to go on; null when nothing is left.',
  },
});
