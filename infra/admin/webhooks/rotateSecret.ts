import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/rotateSecret.ts';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import { existingWebhook, noSuchWebhook } from './lookups.ts';
import { presentEndpoint, presentSecrets } from './records.ts';

export async function rotateSecret(
  { output, now, confirm }: Admin,
  webhookId: WebhookId,
  options: { now?: true },
): Promise<void> {
  const endsOld = options.now === true;
  const { lane, webhook: before } = await existingWebhook(webhookId);
  if (endsOld)
    await confirm(
      `The old secrets of ${webhookId} (${before.url}) end within a minute. A receiver that has not got the new secret by then refuses requests.`,
    );
  const outcome = await acts.rotateSecret(
    { organizationId: lane.organization_id, webhookId, by: operator, now, endsOld },
    withoutAnswer,
  );
  const { webhook, secret } = accepted(outcome, { no_endpoint: () => noSuchWebhook(webhookId) });

  const secrets = presentSecrets(webhook, now);
  output.record(
    { secret, ...presentEndpoint(webhook), ...secrets },
    { previous_secret_created_at: 'none', previous_secret_expires_at: 'none' },
  );
  output.note('The secret above is shown only this once: give it to the operators of the receiver.');
  output.note(
    endsOld
      ? 'The old secrets end within a minute. Receivers that still use one then refuse requests.'
      : `The old secret signs too until ${secrets.previous_secret_expires_at}.`,
  );
}
