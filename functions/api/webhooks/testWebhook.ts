import { testWebhook } from '../../../shared/contract/operations/deliveries.ts';
import { commit } from '../../../shared/data/commit.ts';
import { getWebhook } from '../../../shared/data/webhooks.ts';
import { markActivity } from '../../../shared/events/activityLists.ts';
import { actingOrganization, enabledWebhook } from '../../../shared/http/access.ts';
import { post } from '../../../shared/http/post.ts';
import { presentDelivery } from '../../../shared/present.ts';
import { delivering } from '../../../shared/webhooks/callWorker.ts';
import { newTest } from '../../../shared/webhooks/resend.ts';

export const handler = post(testWebhook, async ({ principal, path, answer }) => {
  const webhook = enabledWebhook(await getWebhook(actingOrganization(principal), path.webhook_id));
  const { delivery, writes } = newTest(webhook, principal, Date.now());
  await markActivity(webhook.organization_id);
  return delivering(webhook.id, () =>
    answer(presentDelivery(delivery, []), (kept) => commit([...writes, ...kept])),
  );
});
