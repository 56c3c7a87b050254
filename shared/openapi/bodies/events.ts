import { listEvents } from '../../contract/operations/events.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('EventPage', listEvents.success.schema, {
  description: 'A page of events, newest first.',
  fields: { items: 'The events, as they are delivered.', ...page },
});
