import { actingOrganization, endpointErrors } from '../../../shared/access/documents.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { sendTest } from '../../../shared/acts/sendTest.ts';
import { testWebhook } from '../../../shared/contract/operations/deliveries.ts';
import { post } from '../../../shared/http/post.ts';
import { presentDelivery } from '../../../shared/presentation/present.ts';

export const handler = post(testWebhook, async ({ principal, path, answer }) => {
  const organizationId = actingOrganization(principal);
  const outcome = await sendTest(
    { organizationId, webhookId: path.webhook_id, by: principal, now: Date.now() },
    (delivery, commit) => answer(presentDelivery(delivery, []), commit),
  );
  return accepted(outcome, endpointErrors);
});
