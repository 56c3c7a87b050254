import type { Command } from 'commander';
import type { StoredSecret, WebhookItem } from '../../../shared/data/webhooks.ts';
import { newSecret } from '../../../shared/webhooks/signature.ts';
import type { Admin } from '../admin.ts';
import { exampleWebhook, existingWebhook, webhookArgument } from './lookups.ts';
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
For 24 hours requests are signed with the old secret too, and a receiver may have either. A still older one ends.

Examples:
  npm run admin -- webhooks rotate-secret ${exampleWebhook}
  npm run admin -- webhooks rotate-secret ${exampleWebhook} --now`,
    )
    .action((id: string, { now }: { now?: true }) => rotateSecret(admin, id, now === true));
}

async function rotateSecret(admin: Admin, id: string, endsOld: boolean): Promise<void> {
  const { data, encryptSecret } = await admin.connect();
  const { lane } = await existingWebhook(data, id);
  const now = admin.now();
  const secret = newSecret();
  const current: StoredSecret = {
    ciphertext: await encryptSecret(secret, { id, organization_id: lane.organization_id }),
    created_at: new Date(now).toISOString(),
    expires_at: null,
  };
  const rotated = await data.retryOnConflict(async () => {
    const { webhook } = await existingWebhook(data, id);
    const next = { ...webhook, secrets: [current, ...(endsOld ? [] : predecessor(webhook, now))] };
    await data.commit(data.replaceWebhook(next));
    return next;
  });

  const output = admin.output();
  output.record(
    { secret, ...presentEndpoint(data, rotated), ...presentSecrets(data, rotated, now) },
    { previous_secret_created_at: 'none', previous_secret_expires_at: 'none' },
  );
  output.note('The secret above is shown only this once: hand it to whoever runs the receiver.');
  output.note(
    endsOld
      ? 'The old one ends within a minute. Receivers that still have it refuse what comes after.'
      : `The old one signs beside it until ${presentSecrets(data, rotated, now).previous_secret_expires_at}.`,
  );
}

const predecessor = ({ secrets }: WebhookItem, now: number): StoredSecret[] =>
  secrets
    .filter(({ expires_at }) => expires_at === null)
    .map((secret) => ({ ...secret, expires_at: now + overlapMilliseconds }));
