import { actingOrganization, endpointErrors } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { enabledEndpoint } from '../../../shared/acts/enabledEndpoint.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { resendDeliveries } from '../../../shared/acts/resendDeliveries.ts';
import { resendWebhookDeliveries } from '../../../shared/contract/operations/deliveries.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { getWebhook } from '../../../shared/data/webhooks/webhooks.ts';
import { post } from '../../../shared/http/post.ts';

/** A request reads at most this many pages of 50 deliveries. This takes eight seconds; API Gateway waits for 29. */
const pagesMax = 20;

export const handler = post(resendWebhookDeliveries, async ({ principal, path, body, answer }) => {
  const now = Date.now();
  const { since, all = false } = body;
  if (Date.parse(since) > now) throw wrongField('since', 'must lie in the past', since);
  const organizationId = actingOrganization(principal);
  const load = async () =>
    accepted(enabledEndpoint(await getWebhook(organizationId, path.webhook_id)), endpointErrors);
  const resending = { webhookId: path.webhook_id, since, all, by: principal, now, load };
  let [pages, resent_deliveries, already_pending_deliveries] = [0, 0, 0];
  let next_since: string | null = null;
  for await (const { resent, pending, last } of resendDeliveries(resending)) {
    resent_deliveries += resent;
    already_pending_deliveries += pending;
    pages += 1;
    if (pages < pagesMax || last === undefined) continue;
    next_since = createdAt(last);
    break;
  }
  return answer({ resent_deliveries, already_pending_deliveries, next_since });
});
