import { eventExamples } from '../../contract/eventExamples.ts';
import { webhookEndpointsMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/webhooks.ts';
import type { TextsOf } from './text.ts';

const endpoint = eventExamples['webhook.test'].data;
const details = {
  ...endpoint,
  state: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  created_by: { id: 'user_01kerkctyfx1y61qkq510v21e9', type: 'user_account', name: 'Zoë Müller' },
  pending_deliveries: 3,
} as const;
const withSecret = { ...endpoint, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' };

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
    response: withSecret,
  },
  getWebhook: {
    description:
      'Beyond what the list shows: its state, who answers for it, and how much is pending. An `ETag` changes with that number too.',
    success: 'The endpoint.',
    response: details,
  },
  updateWebhook: {
    description:
      'What is left out stays as it is. A new URL is checked as at registration, and gets what is pending; whoever gives it answers ' +
      'for the endpoint from then on, which gets what they may read. `enabled: false` keeps deliveries as skipped until it is enabled ' +
      'again, and those that are pending when their attempts fall due; `true` gives it five days anew; whoever enables one that ' +
      'stopped because its registrar lost the right to it becomes its registrar. What was skipped is sent by ' +
      '`resend`. The organization’s other endpoints are told of one that is disabled.',
    success: 'The endpoint as it is now.',
    request: { url: endpoint.url, enabled: true },
    response: details,
  },
  deleteWebhook: {
    description:
      'What is pending is dropped, and its deliveries cannot be seen any more. A worker that is just at it begins nothing more within ' +
      'a second. To stop deliveries for a while, disable it.',
    success: 'The endpoint is removed.',
    response: {},
  },
  rotateWebhookSecret: {
    description:
      'For 24 hours requests are signed with the old secret too, and a receiver may have either. So they are after another rotation: each ' +
      'secret ends 24 hours after it was replaced.',
    success:
      'The endpoint with its new secret, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    response: withSecret,
  },
};
