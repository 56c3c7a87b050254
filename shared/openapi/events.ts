/** The `webhooks` section of the document. It has an operation for each type of event that the service sends. */
import * as z from 'zod/mini';
import { deliveredEvent, eventOf } from '../contract/events.ts';
import { type EventType, eventTypes } from '../contract/eventTypes.ts';
import { delivery, deliveryAnswers, deliveryTag, eventFields } from '../contract/words/events.ts';
import { eventExamples, eventMeanings } from '../contract/words/eventTypes.ts';
import { deliveryHeaders } from '../contract/words/headers.ts';
import { named } from '../contract/words/named.ts';
import type { Operation, PathItem } from './model.ts';
import { pascalCase } from './names.ts';
import type { Schemas } from './schemas.ts';

/** Returns the name of an event type's schema, such as `DocumentCreatedEvent`. */
const nameOf = (type: EventType): string => `${pascalCase(type)}Event`;

const schemas = new Map(
  eventTypes.map((type) => {
    const words = { description: `${eventMeanings[type]}.`, fields: eventFields };
    const schema = eventOf(type);
    // Generated Go code ignores the value of a constant and the discriminator. It tells events of equal structure apart by the pattern.
    z.globalRegistry.add(schema.shape.type, { pattern: `^${type.replaceAll('.', '[.]')}$` });
    return [type, named(nameOf(type), schema, words)] as const;
  }),
);
// Lists the event types of this release. Receivers must ignore other types.
z.globalRegistry.add(deliveredEvent, {
  ...z.globalRegistry.get(deliveredEvent),
  oneOf: eventTypes.map((type) => ({ $ref: `#/$defs/${nameOf(type)}` })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(eventTypes.map((type) => [type, `#/$defs/${nameOf(type)}`])),
  },
});

const operationOf = (type: EventType, published: Schemas): Operation => ({
  operationId: `on${nameOf(type)}`,
  summary: eventMeanings[type],
  description: delivery,
  tags: [deliveryTag.name],
  security: [],
  parameters: deliveryHeaders.map((header) => ({ ...header, in: 'header', required: true })),
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
  // In Python and TypeScript, openapi-generator writes broken code for webhooks, which clients do not call anyway.
  'x-internal': true,
});

/** Returns the `webhooks` section of the document. */
export const webhooksOf = (published: Schemas): Record<string, PathItem> =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: operationOf(type, published) }]));
