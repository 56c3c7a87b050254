/** The `webhooks` section: the service sends a request for each event. */
import * as z from 'zod/mini';
import { eventActor } from '../contract/eventActor.ts';
import { eventExamples } from '../contract/eventExamples.ts';
import { deliveredEvent, eventOf } from '../contract/events.ts';
import { type EventType, eventTypes } from '../contract/eventTypes.ts';
import type { Operation, Parameter, PathItem, Response } from './model.ts';
import { named, reference, type Schemas } from './schemas.ts';

const meanings: Readonly<Record<EventType, string>> = {
  'document.created': 'A document was created',
  'document.updated': 'A document has another title, description, access level or current version',
  'document.ready': 'A document can be read',
  'document.failed': 'A document cannot be read: its newest file cannot be opened',
  'document.deleted': 'A document was deleted',
  'document.restored': 'A deleted document is there again',
  'document.viewed': 'Somebody opened the page of a document, or its JSON',
  'document.downloaded': 'Somebody downloaded the file of a document',
  'version.created': 'A version was added to a document',
  'version.updated': 'A version has another title or description',
  'version.ready': 'A version can be read',
  'version.failed': 'A version cannot be opened',
  'policy.created': 'A policy was added to an organization',
  'policy.updated': 'A policy has another name, is archived or is taken up again',
  'policy.attached': 'A policy was attached to a document',
  'policy.detached': 'A policy was detached from a document',
  'policy.acknowledged': 'A reader accepted the text of a policy',
  'entry_page.generated': 'An entry page was drawn',
  'organization.created': 'An organization was founded',
  'member.joined': 'Somebody became a member',
  'member.role_updated': 'A member has another role',
  'member.removed': 'A member has left, or was removed',
  'api_key.created': 'An API key was made',
  'api_key.revoked': 'An API key has ended, before its time',
  'webhook.disabled': 'Nothing is delivered to another endpoint any more',
  'webhook.test': 'Somebody tries the endpoint',
};

/** `DocumentCreatedEvent` */
const nameOf = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

named('EventActor', eventActor.def.innerType, {
  description: 'The person or service account that made a change.',
  fields: {
    id: 'The person or service account.',
    type: 'Which of the two.',
    name: 'The name to show.',
    staff: 'Whether they acted as service staff, from outside the organization.',
  },
});

const schemaOf = (type: EventType) =>
  named(nameOf(type), eventOf(type), {
    description: `${meanings[type]}.`,
    fields: {
      id: 'The event. It is the same in every retry, and in `webhook-id`: keep those you have dealt with.',
      type: 'The type of the event.',
      timestamp: 'When the change was made.',
      organization_id: 'The organization in which it was made.',
      actor: 'Who made it; null: the service itself, or its operators.',
      data: 'What it is about, as the API showed it once the change was made.',
    },
  });
/** What an event is of those that there are now; whoever reads them must ignore types that they do not know. */
named('DeliveredEvent', deliveredEvent, {
  description: 'An event, as it is delivered.',
});
z.globalRegistry.add(deliveredEvent, {
  ...z.globalRegistry.get(deliveredEvent),
  anyOf: eventTypes.map((type) => ({ $ref: `#/$defs/${nameOf(type)}` })),
});
const events = new Map(eventTypes.map((type) => [type, schemaOf(type)] as const));

/** The headers of a delivery, as Standard Webhooks has them. */
export const deliveryHeaders: Readonly<Record<string, Parameter>> = Object.fromEntries(
  [
    { name: 'webhook-id', description: 'The id of the event.', schema: { type: 'string' } },
    {
      name: 'webhook-timestamp',
      description: 'The Unix time in seconds of this attempt. Refuse those that are older than five minutes.',
      schema: { type: 'integer' },
    },
    {
      name: 'webhook-signature',
      description:
        '`v1,` and the Base64 of an HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body as it came, joined by full ' +
        'stops; the key is the part of the secret after `whsec_`, decoded from Base64. While a secret is being replaced there ' +
        'are two, separated by a space.',
      schema: { type: 'string' },
    },
  ].map((header) => [header.name, { ...header, in: 'header', required: true }]),
);

const responses: Readonly<Record<string, Response>> = {
  '2XX': { description: 'Delivered, if it comes within 15 seconds.' },
  '410': { description: 'The endpoint wants no more: it is disabled.' },
  '429': { description: 'Tried again later, after `Retry-After` and a minute at least.' },
  default: {
    description:
      'Tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or a later `Retry-After`.',
  },
};

const operationOf = (type: EventType, schemas: Schemas): Operation => ({
  operationId: `on${nameOf(type)}`,
  summary: meanings[type],
  description:
    'Delivered at least once, in any order, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it.',
  tags: ['Events'],
  security: [],
  parameters: Object.keys(deliveryHeaders).map((name) => reference('parameters', name)),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemas.of(events.get(type) ?? eventOf(type), 'output'),
        example: eventExamples[type],
      },
    },
  },
  responses,
});

/** Returns the `webhooks` section of the document. */
export const webhooksOf = (schemas: Schemas): Record<string, PathItem> =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: operationOf(type, schemas) }]));
