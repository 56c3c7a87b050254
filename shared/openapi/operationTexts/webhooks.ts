import { eventExamples } from '../../contract/eventExamples.ts';
import { webhookEndpointsMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/webhooks.ts';
import type { TextsOf } from './text.ts';

const endpoint = eventExamples['webhook.test'].data;

export const webhooks: TextsOf<typeof contracts> = {
  listWebhooks: {
    description: `The list is whole: an organization has at most ${webhookEndpointsMax} endpoints.`,
    success: 'The endpoints.',
    response: { webhooks: [endpoint] },
  },
  registerWebhook: {
    description:
      `The endpoint gets events from now on, for as long as whoever registered it is an owner or admin. An organization has at ` +
      `most ${webhookEndpointsMax} endpoints.`,
    success:
      'The endpoint with its signing secret, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    request: { url: endpoint.url, events: ['document.ready', 'document.failed', 'member.role_updated'] },
    response: { ...endpoint, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' },
  },
};
