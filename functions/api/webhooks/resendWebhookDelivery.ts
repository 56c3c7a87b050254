import { actingOrganization, endpointErrors } from '../../../shared/access/documents.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { resendDelivery } from '../../../shared/acts/resendDelivery.ts';
import { resendWebhookDelivery } from '../../../shared/contract/operations/deliveries.ts';
import { readAttempts } from '../../../shared/data/webhooks/deliveryLists.ts';
import { post } from '../../../shared/http/post.ts';
import { presentDelivery } from '../../../shared/presentation/present.ts';

export const handler = post(resendWebhookDelivery, async ({ principal, path, answer }) => {
  const { webhook_id: webhookId, event_id: eventId } = path;
  const outcome = await resendDelivery(
    { organizationId: actingOrganization(principal), webhookId, eventId, by: principal, now: Date.now() },
    async (delivery, commit) => {
      const [attempts = []] = await readAttempts([delivery]);
      return answer(presentDelivery(delivery, attempts), commit);
    },
  );
  return accepted(outcome, { ...endpointErrors, no_delivery: () => notFound('delivery', 'event_id') });
});
