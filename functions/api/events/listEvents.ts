import { actingOrganization } from '../../../shared/access/documents.ts';
import { listEvents } from '../../../shared/contract/operations/events.ts';
import { firstUlidFrom } from '../../../shared/data/table/ids.ts';
import { listEventsFor } from '../../../shared/data/webhooks/eventLists.ts';
import { payloadOf } from '../../../shared/data/webhooks/events.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';

export const handler = operation(listEvents, async ({ principal, query }) => {
  const reader = { organization_id: actingOrganization(principal), user_id: principal.user.id };
  const { type, since, limit } = query;
  const list = cursors('events', reader, type, since);
  const after = list.read(query.cursor);

  const from = since === undefined ? undefined : firstUlidFrom(since);
  const found = await listEventsFor(reader, { type, from, after, limit });
  // The answer contains the same bytes as the delivery, because JSON.stringify restores the text of a parsed event.
  return list.page(
    found.items.map((event) => JSON.parse(payloadOf(event))),
    found.next,
  );
});
