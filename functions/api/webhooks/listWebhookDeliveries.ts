import { actingOrganization, noSuchWebhook } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { listWebhookDeliveries } from '../../../shared/contract/operations/deliveries.ts';
import { firstUlidFrom } from '../../../shared/data/table/ids.ts';
import { listDeliveries, readAttempts } from '../../../shared/data/webhooks/deliveryLists.ts';
import { getWebhook } from '../../../shared/data/webhooks/webhooks.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentDelivery } from '../../../shared/presentation/present.ts';

export const handler = operation(listWebhookDeliveries, async ({ principal, path, query }) => {
  const { status, since, limit } = query;
  const list = cursors('deliveries', path.webhook_id, status, since);
  const after = list.read(query.cursor);
  const from = since === undefined ? undefined : firstUlidFrom(since);
  const [webhook, { items, next }] = await Promise.all([
    getWebhook(actingOrganization(principal), path.webhook_id),
    listDeliveries(path.webhook_id, { status, from, after, limit }),
  ]);
  existing(webhook, noSuchWebhook);

  const attempts = await readAttempts(items);
  return list.page(
    items.map((delivery, index) => presentDelivery(delivery, attempts[index] ?? [])),
    next,
  );
});
