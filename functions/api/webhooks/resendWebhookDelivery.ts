import { resendWebhookDelivery } from '../../../shared/contract/operations/deliveries.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getDelivery } from '../../../shared/data/deliveries.ts';
import { readAttempts } from '../../../shared/data/deliveryLists.ts';
import { getWebhook } from '../../../shared/data/webhooks.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { actingOrganization, enabledWebhook } from '../../../shared/http/access.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { presentDelivery } from '../../../shared/present.ts';
import { delivering } from '../../../shared/webhooks/callWorker.ts';
import { resending } from '../../../shared/webhooks/resend.ts';

export const handler = post(resendWebhookDelivery, ({ principal, path, answer }) =>
  retryOnConflict(async () => {
    const webhook = enabledWebhook(await getWebhook(actingOrganization(principal), path.webhook_id));
    const before = await getDelivery(webhook.id, path.event_id);
    if (!before) throw notFound('delivery', 'event_id');
    const [attempts = []] = await readAttempts([before]);

    // What is pending is left as it is; a worker is called for it once more.
    const { delivery, writes } =
      before.status === 'pending' ? { delivery: before, writes: [] } : resending(before, Date.now());
    return delivering(webhook.id, () =>
      answer(presentDelivery(delivery, attempts), (kept) =>
        commitWithActs(
          [
            actOf('webhook.deliveries_resent', webhook.organization_id, principal, {
              webhook_id: webhook.id,
              event_id: path.event_id,
            }),
          ],
          [...writes, ...kept],
        ),
      ),
    );
  }),
);
