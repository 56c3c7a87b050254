import { webhookEndpoint, webhookWithState } from '../../contract/resources/webhook.ts';
import { withoutFanOut } from '../../data/webhooks/events.ts';
import type { WebhookItem } from '../../data/webhooks/webhooks.ts';
import { presentWebhook, presentWebhookState } from '../../presentation/present.ts';
import { actRecord, type By, type ChangeRecord, eventOf, ofOrganization } from './record.ts';

/** Returns the record that `webhook` is disabled. The organization's other endpoints receive the event. */
export function webhookDisabledRecord(webhook: WebhookItem, by: By): ChangeRecord {
  const data = presentWebhookState(webhook);
  const { state, disabled_reason } = data;
  const record = ofOrganization(
    webhook.organization_id,
    'webhook.disabled',
    by,
    { details: { webhook_id: webhook.id, state, ...(disabled_reason !== null && { disabled_reason }) } },
    [webhookWithState, data],
  );
  return { ...record, event: { ...record.event, not_told_to: webhook.id } };
}

/** Returns the record and the event of a test. Only `webhook` receives the event, and it need not subscribe to it. */
export function webhookTest(webhook: WebhookItem, by: By) {
  const { organization_id, id } = webhook;
  const record = actRecord('webhook.test', organization_id, by, { webhook_id: id });
  const subject = [webhookEndpoint, presentWebhook(webhook)] as const;
  const event = eventOf('webhook.test', organization_id, null, by, subject, record.entry.id);
  return { record, event: withoutFanOut(event) };
}
