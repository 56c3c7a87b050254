import type { Command } from 'commander';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import type { StoredSecret, WebhookItem } from '../../../shared/data/webhooks.ts';
import { encryptSecret } from '../../../shared/webhooks/secrets.ts';
import { newSecret } from '../../../shared/webhooks/signature.ts';
import type { Admin } from '../admin.ts';
import { examples } from '../examples.ts';
import { changeWebhook, exampleWebhook, existingWebhook, webhookArgument } from './lookups.ts';
import { presentEndpoint, presentSecrets } from './records.ts';

/** Long enough for a receiver to be changed within a working day, wherever its people are. */
const overlapMilliseconds = 24 * 60 * 60_000;

export function addRotateSecret(webhooks: Command, admin: Admin): void {
  webhooks
    .command('rotate-secret')
    .description('Give an endpoint a new signing secret. It is shown this once.')
    .argument(...webhookArgument)
    .option('--now', 'end the old secret at once, for one that has become known')
    .addHelpText(
      'after',
      `
For 24 hours requests are signed with the old secret too, and a receiver may have either. A still older one ends.`,
    )
    .addHelpText(
      'after',
      examples(`webhooks rotate-secret ${exampleWebhook}`, `webhooks rotate-secret ${exampleWebhook} --now`),
    )
    .action((webhookId: WebhookId, { now }: { now?: true }) => rotateSecret(admin, webhookId, now === true));
}

async function rotateSecret(admin: Admin, webhookId: WebhookId, endsOld: boolean): Promise<void> {
  await admin.connect();
  const { lane } = await existingWebhook(webhookId);
  const now = admin.now();
  const secret = newSecret();
  const current: StoredSecret = {
    ciphertext: await encryptSecret(secret, { id: webhookId, organization_id: lane.organization_id }),
    created_at: new Date(now).toISOString(),
    expires_at_ms: null,
  };
  const { after } = await changeWebhook(webhookId, (webhook) => ({
    ...webhook,
    secrets: [current, ...(endsOld ? [] : predecessor(webhook, now))],
  }));

  const output = admin.output();
  const secrets = presentSecrets(after, now);
  output.record(
    { secret, ...presentEndpoint(after), ...secrets },
    { previous_secret_created_at: 'none', previous_secret_expires_at: 'none' },
  );
  output.note('The secret above is shown only this once: hand it to whoever runs the receiver.');
  output.note(
    endsOld
      ? 'The old one ends within a minute. Receivers that still have it refuse what comes after.'
      : `The old one signs beside it until ${secrets.previous_secret_expires_at}.`,
  );
}

const predecessor = ({ secrets }: WebhookItem, now: number): StoredSecret[] =>
  secrets
    .filter(({ expires_at_ms }) => expires_at_ms === null)
    .map((secret) => ({ ...secret, expires_at_ms: now + overlapMilliseconds }));
