import { eventActor } from '../eventActor.ts';
import { deliveredEvent } from '../events.ts';
import { eventId } from '../identifiers.ts';
import type * as contracts from '../operations/events.ts';
import { listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

namedId('EventId', eventId, 'an event', 'evt_01kjpy47810dsaerarmqg158bn');

named('EventActor', eventActor.def.innerType, {
  description: 'The person or service account that made a change.',
  fields: {
    id: 'The person or service account.',
    type: 'Which of the two.',
    name: 'The name to show.',
    staff: 'Whether they acted as service staff, from outside the organization.',
  },
});

named('DeliveredEvent', deliveredEvent, { description: 'An event, as it is delivered.' });

/** The fields of every event. */
export const eventFields = {
  id: 'The event. Retries have the same id, also in `webhook-id`. Store the ids that you have processed, to skip duplicates.',
  type: 'The type of the event.',
  timestamp: 'When the change was made.',
  organization_id: 'The organization of the change.',
  actor: 'The person or service account that made the change; null: the service itself, or its operators.',
  data: 'The changed resource, as the API showed it right after the change.',
};

/** The tag of deliveries. Operations have other tags: generators put the webhooks and the operations of a tag into the same file. */
export const deliveryTag = {
  name: 'Webhook events',
  description: 'What the service sends to webhook endpoints.',
};

export const delivery =
  'Delivered at least once, in any order, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it.';

/** What the service does after an endpoint's answer, by the status of the answer. */
export const deliveryAnswers = {
  '2XX': { description: 'Delivered, if it comes within 15 seconds.' },
  '410': { description: 'The endpoint wants no more: it is disabled.' },
  '429': { description: 'Tried again later, after `Retry-After` and a minute at least.' },
  default: {
    description:
      'Tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or a later `Retry-After`.',
  },
};

export const words: WordsOf<typeof contracts> = {
  listEvents: {
    description:
      'Lists the events of the last 30 days, for clients without an endpoint or for reconciliation. They are byte for byte ' +
      'what endpoints received, except for names and addresses of people who were erased since. Only its creator sees events ' +
      'about a private document. A new event can take a moment to appear. ' +
      shortPages,
    success: 'A page of events.',
    ...listPageOf('EventPage', 'A page of events, newest first.', 'The events, as they are delivered.', [
      eventExamples['document.ready'],
    ]),
  },
};
