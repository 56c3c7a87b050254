import { webhookDisabledReason, webhookState } from '../enumerations.ts';
import { webhookId } from '../identifiers.ts';
import { webhookEndpointsMax } from '../limits.ts';
import type * as contracts from '../operations/webhooks.ts';
import {
  webhookDetails,
  webhookEndpoint,
  webhookEndpointWithSecret,
  webhookWithState,
} from '../resources/webhook.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

const endpointFields = {
  id: 'The endpoint.',
  org_id: 'The organization whose events it gets.',
  url: 'The URL that events are POSTed to.',
  events: 'The event types it gets; `*` stands for all, those of the future included.',
  created_at: 'When it was registered.',
};
named('WebhookEndpoint', webhookEndpoint, {
  description: 'A URL that receives the events of an organization.',
  fields: endpointFields,
});
named('WebhookEndpointWithSecret', webhookEndpointWithSecret, {
  description: 'An endpoint right after its registration, the only time that its secret is shown.',
  fields: {
    ...endpointFields,
    secret:
      'The secret that deliveries are signed with, as [Standard Webhooks](https://www.standardwebhooks.com) has it.',
  },
});
const stateFields = {
  state: 'Whether events are delivered to it.',
  disabled_reason: 'Why it is disabled; null while it is enabled.',
  disabled_at: 'Since when it is disabled; null while it is enabled.',
};
named('WebhookWithState', webhookWithState, {
  description: 'An endpoint, and whether events are delivered to it.',
  fields: { ...endpointFields, ...stateFields },
});
named('WebhookDetails', webhookDetails, {
  description: 'An endpoint as it is shown by itself.',
  fields: {
    ...endpointFields,
    ...stateFields,
    created_by: 'Its registrar: who registered it, or has taken it over. It gets what they may read.',
    pending_deliveries: 'The number of pending deliveries; 1,000 means 1,000 or more.',
  },
});
named('WebhookState', webhookState, {
  description: 'Whether events are delivered to an endpoint. Those for a disabled one are kept as skipped.',
});
named('WebhookDisabledReason', webhookDisabledReason, {
  description:
    'It answered 410 (`gone`), nothing succeeded for five days (`failing`), its registrar may not manage the organization any more ' +
    '(`registrar`), or somebody disabled it: through the API (`request`), or as an operator of the service (`operator`).',
});
namedId('WebhookId', webhookId, 'a webhook endpoint', 'whk_01kgfe3qp4x5fhmeeph2yyjdbv');

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

export const words: WordsOf<typeof contracts> = {
  listWebhooks: {
    description: `The list is whole: an organization has at most ${webhookEndpointsMax} endpoints.`,
    success: 'The endpoints.',
    responseBody: {
      name: 'WebhookEndpointList',
      description: 'The webhook endpoints of an organization, newest first.',
      fields: { webhooks: 'The endpoints, without their secrets.' },
    },
    response: { webhooks: [endpoint] },
  },
  registerWebhook: {
    description:
      `The endpoint gets events from now on, for as long as the person who registered it is an owner or admin. An organization has at ` +
      `most ${webhookEndpointsMax} endpoints.`,
    requestBody: {
      description: 'The endpoint to register.',
      fields: {
        url: 'An absolute HTTPS URL: of a public address, on port 443, without credentials.',
        events:
          'The event types it is to get; `*` stands for all, those of the future included. One that is named twice counts once.',
      },
    },
    request: { url: endpoint.url, events: ['document.ready', 'document.failed', 'member.role_updated'] },
    success:
      'The endpoint with its signing secret, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
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
      'Fields that are left out stay as they are. A new URL is checked as at registration, and receives the pending deliveries. The ' +
      'person who changes the URL becomes the registrar: the endpoint then gets the events that this person may read. With ' +
      '`enabled: false`, deliveries are skipped: new ones at once, and pending ones when their attempts are due. `resend` sends ' +
      'skipped deliveries again. With `true`, the endpoint has five days for failures again. If it stopped because its registrar lost ' +
      'the right to it, the person who enables it becomes the registrar. ' +
      'The organization’s other endpoints get an event when one is disabled.',
    requestBody: {
      description: 'The fields to change. What is left out stays as it is.',
      fields: {
        url: 'Another URL, such as a registration takes.',
        events: 'The event types it is to get from now on.',
        enabled: 'Whether events are to be delivered to it.',
      },
    },
    request: { enabled: true },
    success: 'The endpoint as it is now.',
    response: details,
  },
  deleteWebhook: {
    description:
      'Pending deliveries are dropped, and nobody can see its deliveries any more. A worker that is sending to it stops within ' +
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
