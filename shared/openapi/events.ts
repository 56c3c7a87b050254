/** The `webhooks` section of the document. It has an operation for each type of event that the service sends. */
import * as z from 'zod/mini';
import { deliveredEvent, eventOf } from '../contract/events.ts';
import { type EventType, eventTypes } from '../contract/eventTypes.ts';
import { delivery, deliveryAnswers, eventFields } from '../contract/words/events.ts';
import { eventExamples, eventMeanings } from '../contract/words/eventTypes.ts';
import { deliveryHeaders } from '../contract/words/headers.ts';
import { named } from '../contract/words/named.ts';
import type { Operation, Parameter, PathItem } from './model.ts';
import { reference, type Schemas } from './schemas.ts';

/** Returns the name of an event type's schema, such as `DocumentCreatedEvent`. */
const nameOf = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const schemas = new Map(
  eventTypes.map((type) => {
    const words = { description: `${eventMeanings[type]}.`, fields: eventFields };
    return [type, named(nameOf(type), eventOf(type), words)] as const;
  }),
);
// Lists the event types of this release. Receivers must ignore other types.
z.globalRegistry.add(deliveredEvent, {
  ...z.globalRegistry.get(deliveredEvent),
  anyOf: eventTypes.map((type) => ({ $ref: `#/$defs/${nameOf(type)}` })),
});

/** The headers of a delivery, as components. */
export const deliveryParameters: Readonly<Record<string, Parameter>> = Object.fromEntries(
  deliveryHeaders.map((header) => [header.name, { ...header, in: 'header', required: true }]),
);

const operationOf = (type: EventType, published: Schemas): Operation => ({
  operationId: `on${nameOf(type)}`,
  summary: eventMeanings[type],
  description: delivery,
  tags: ['Events'],
  security: [],
  parameters: Object.keys(deliveryParameters).map((name) => reference('parameters', name)),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: published.of(schemas.get(type) ?? eventOf(type), 'output'),
        example: eventExamples[type],
      },
    },
  },
  responses: deliveryAnswers,
});

/** Returns the `webhooks` section of the document. */
export const webhooksOf = (published: Schemas): Record<string, PathItem> =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: operationOf(type, published) }]));
