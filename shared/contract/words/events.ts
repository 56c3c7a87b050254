import { eventActor } from '../eventActor.ts';
import { deliveredEvent } from '../events.ts';
import { eventId } from '../identifiers.ts';
import type * as contracts from '../operations/events.ts';
import { pageOf, shortPages } from './common.ts';
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
  id: 'The event. It is the same in every retry, and in `webhook-id`: keep those you have dealt with.',
  type: 'The type of the event.',
  timestamp: 'When the change was made.',
  organization_id: 'The organization in which it was made.',
  actor: 'Who made it; null: the service itself, or its operators.',
  data: 'What it is about, as the API showed it once the change was made.',
};

export const delivery =
  'Delivered at least once, in any order, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it.';

/** What the service makes of the answer of an endpoint, by its status. */
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
      'Of the last 30 days, for whoever has no receiver or wants to reconcile: what was sent to endpoints, or would have been, byte ' +
      'for byte, but for names and addresses of people who were erased since. Events about a private document are shown to its creator only. A change is listed within a moment, and not if it ' +
      `was made before release 0.3.0. ${shortPages}`,
    success: 'A page of events.',
    ...pageOf('EventPage', 'A page of events, newest first.', 'The events, as they are delivered.', [
      eventExamples['document.ready'],
    ]),
  },
};
