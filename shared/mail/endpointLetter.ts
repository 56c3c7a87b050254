import type { WebhookDisabledReason } from '../contract/enumerations.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { getWebhook } from '../data/webhooks/webhooks.ts';
import { baseUrl, referencePath } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { type Composed, minuteOf } from './letter.ts';

const reasons: Readonly<Record<WebhookDisabledReason, string>> = {
  gone: 'The endpoint answered 410 (Gone).',
  failing: 'No delivery to it succeeded for five days.',
  registrar: 'The person who registered it may not manage the organization any more.',
  operator: 'An operator of the service disabled it.',
  request: 'Somebody who manages the organization disabled it.',
};

/**
 * Returns the mail to an owner about an endpoint that was disabled. Undefined when it is enabled or gone by now, when they are no owner any
 * more, or when their address has changed.
 */
export async function endpointLetter(
  subject: Extract<MailSubject, { kind: 'endpoint_disabled' }>,
  addressHash: string,
): Promise<Composed | undefined> {
  const { organization_id, webhook_id, user_id, disabled_at } = subject;
  const [webhook, { caller, organization, member }] = await Promise.all([
    getWebhook(organization_id, webhook_id),
    getMembership(user_id, organization_id),
  ]);
  const email = caller?.email ? normalizedEmail(caller.email) : undefined;
  if (!organization || member?.role !== 'owner' || caller?.disabled_at !== null) return undefined;
  if (webhook?.disabled?.at !== disabled_at || !email || addressHashOf(email) !== addressHash)
    return undefined;
  return {
    email,
    subject: `A webhook endpoint of ${organization.name} is disabled`,
    paragraphs: [
      `The document service of ${organization.name} sends you this mail because you are an owner, and a webhook endpoint was disabled.`,
      `The endpoint ${webhook_id} at ${new URL(webhook.url).host} receives no events since ${minuteOf(disabled_at)} UTC. ` +
        reasons[webhook.disabled.reason],
      'Events of 30 days are kept. Once the endpoint is enabled again, what it missed can be sent again.',
    ],
    action: { label: 'How to enable it again', url: baseUrl() + referencePath('webhooks', 'updateWebhook') },
    afterwards: [],
    senderName: organization.name,
  };
}
