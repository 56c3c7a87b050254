import { resendWebhookDeliveries } from '../../../shared/contract/operations/deliveries.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { createdAt, firstUlidFrom } from '../../../shared/data/ids.ts';
import { getWebhook } from '../../../shared/data/webhooks.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { actingOrganization, enabledWebhook } from '../../../shared/http/access.ts';
import { invalidRequest } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { callWorker } from '../../../shared/webhooks/callWorker.ts';
import { resendPages, statusesToResend } from '../../../shared/webhooks/resend.ts';

/** A request looks at so many pages of 50 at most, which takes eight seconds: API Gateway waits for 29. */
const pagesMax = 20;

export const handler = post(resendWebhookDeliveries, async ({ principal, path, body, answer }) => {
  const now = Date.now();
  const { since, all = false } = body;
  if (Date.parse(since) > now)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'body.since',
      param: 'since',
      message: 'since must lie in the past.',
      value: since,
    });
  const selection = {
    webhook_id: path.webhook_id,
    statuses: statusesToResend(all),
    from: firstUlidFrom(since),
  };
  const guard = async () => enabledWebhook(await getWebhook(actingOrganization(principal), path.webhook_id));
  const { organization_id } = await guard();
  // It goes page by page, of which some may be sent and others not: what is on record is that it was begun.
  const about = { webhook_id: path.webhook_id, since, all };
  await commitWithActs([actOf('webhook.deliveries_resent', organization_id, principal, about)], []);
  let [pages, resent_deliveries, already_pending_deliveries] = [0, 0, 0];
  let next_since: string | null = null;
  for await (const { resent, pending, last } of resendPages(selection, now, guard)) {
    if (resent + pending > 0) await callWorker(path.webhook_id, Date.now());
    resent_deliveries += resent;
    already_pending_deliveries += pending;
    pages += 1;
    if (pages < pagesMax || last === undefined) continue;
    next_since = createdAt(last);
    break;
  }
  return answer({ resent_deliveries, already_pending_deliveries, next_since });
});
