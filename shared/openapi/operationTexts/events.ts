import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/events.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

export const events: TextsOf<typeof contracts> = {
  listEvents: {
    description:
      'Of the last 30 days, for whoever has no receiver or wants to reconcile: what was sent to endpoints, or would have been, byte ' +
      'for byte, but for names and addresses of people who were erased since. Events about a private document are shown to its creator only. A change is listed within a moment, and not if it ' +
      `was made before release 0.3.0. ${shortPages}`,
    success: 'A page of events.',
    response: { items: [eventExamples['document.ready']], pagination: lastPage },
  },
};
