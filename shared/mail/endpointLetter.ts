import type { WebhookDisabledReason } from '../contract/enumerations.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { getWebhook } from '../data/webhooks/webhooks.ts';
import { baseUrl, referencePath } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { type PlainKey, worded } from '../words/worded.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say } from './letter.ts';
import { languageOf } from './receiverLanguage.ts';

const reasons = {
  gone: 'mail.disabledWhy.gone',
  failing: 'mail.disabledWhy.failing',
  registrar: 'mail.disabledWhy.registrar',
  operator: 'mail.disabledWhy.operator',
  request: 'mail.disabledWhy.request',
} as const satisfies Record<WebhookDisabledReason, PlainKey>;

/**
 * Returns the mail to an owner about an endpoint that was disabled. Undefined when the endpoint is enabled or deleted by now, when the
 * person is no owner any more, or when the person's address has changed.
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
  const { reason } = webhook.disabled;
  const language = languageOf(caller);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.disabled', { organization: organization.name }),
    paragraphs: [
      say('mail.disabledText', { organization: organization.name }),
      say('mail.disabledSince', {
        id: webhook_id,
        host: new URL(webhook.url).host,
        time: minuteOf(disabled_at),
        reason: worded(reasons[reason]),
      }),
      t('mail.disabledKept'),
    ],
    action: { label: t('mail.disabledHow'), url: baseUrl() + referencePath('webhooks', 'updateWebhook') },
    afterwards: [],
    senderName: organization.name,
  }));
}
