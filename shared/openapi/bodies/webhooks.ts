import { listWebhooks, registerWebhook, updateWebhook } from '../../contract/operations/webhooks.ts';
import { named } from '../schemas.ts';

named('WebhookEndpointList', listWebhooks.success.schema, {
  description: 'The webhook endpoints of an organization, newest first.',
  fields: { webhooks: 'The endpoints, without their secrets.' },
});
named('RegisterWebhook', registerWebhook.body.schema, {
  description: 'The endpoint to register.',
  fields: {
    url: 'An absolute HTTPS URL: of a public address, on port 443, without credentials.',
    events:
      'The event types it is to get; `*` stands for all, those of the future included. One that is named twice counts once.',
  },
});
named('UpdateWebhook', updateWebhook.body.schema, {
  description: 'The fields to change. What is left out stays as it is.',
  fields: {
    url: 'Another URL, such as a registration takes.',
    events: 'The event types it is to get from now on.',
    enabled: 'Whether events are to be delivered to it.',
  },
});
