import { expect, test, vi } from 'vitest';
import type { WebhookEndpoint } from '../../shared/contract/resources/webhook.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { replaceWebhook } from '../../shared/data/webhooks/webhooks.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering, openHook } from './hook.ts';
import { type Endpoint, Organization } from './organization.ts';

const stage = await sharedWebhookStage();
vi.stubEnv('LOG_LEVEL', 'INFO');

/** Returns all forms in which a secret could be written. */
function formsOf(secret: string): string[] {
  const encoded = secret.slice('whsec_'.length);
  const bytes = Buffer.from(encoded, 'base64');
  const texts = [encoded, bytes.toString('hex'), bytes.toString('base64url')];
  return [...texts, Buffer.from(secret).toString('base64').slice(0, -4), JSON.stringify([...bytes])];
}

/** Returns what is written to the log while a function runs. */
async function logDuring(run: () => Promise<void>): Promise<string> {
  const written: string[] = [];
  const keep = (text: string | Uint8Array) => written.push(Buffer.from(text).toString()) > 0;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ];
  try {
    await run();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return written.join('');
}

// Threat: Secrets appear in logs or answers
test('secrets stay inside the service', async () => {
  const endpoints: Endpoint[] = [];
  const signatures = () =>
    endpoints.flatMap(({ deliveries }) =>
      deliveries.map(({ headers }) => headers['webhook-signature'] ?? ''),
    );
  let webhooks: WebhookEndpoint[] = [];

  const logged = await logDuring(async () => {
    const organization = await Organization.on(stage);
    endpoints.push(
      await organization.register(),
      await organization.register(),
      await organization.register(),
    );
    const [, failing, gone] = endpoints;
    if (failing) failing.answer = answering(500);
    if (gone) gone.answer = answering(410);
    const closed = await organization.register({ hook: await openHook() });
    await closed.receiver.close();
    endpoints.push(closed);
    await organization.changeAndDeliver();
    await stage.passTime(6000);
    webhooks = await organization.listedWebhooks();

    // A secret that cannot be decrypted is logged as an error.
    const { webhook } = await organization.recorded(closed);
    const ciphertext = Buffer.from('no ciphertext').toString('base64');
    const secrets = [{ ciphertext, expires_at_ms: null }, ...webhook.secrets];
    await transact([replaceWebhook({ ...webhook, secrets })]);
    await stage.passTime(400_000).catch(() => undefined);
  });

  expect(logged).toContain('"message":"webhook attempt"');
  expect(logged).toContain('"message":"webhook endpoint disabled"');
  expect(logged).toContain('"message":"message not consumed"');
  expect(logged).toContain('"operation":"registerWebhook"');
  expect(webhooks).toHaveLength(4);
  const listed = JSON.stringify(webhooks);
  const stored = JSON.stringify(await stage.table.everything());
  const queued = JSON.stringify(stage.messages);
  const places = { logged, stored, queued, listed };
  for (const [place, text] of Object.entries(places)) {
    expect(text, place).not.toContain('whsec_');
    for (const secret of endpoints.flatMap(({ secrets }) => secrets))
      for (const form of formsOf(secret)) expect(text.includes(form), place).toBe(false);
  }
  expect(signatures().length).toBeGreaterThan(3);
  for (const signature of signatures()) expect(logged).not.toContain(signature);
  expect(logged, 'what an event says').not.toContain('Fassung');
  expect(queued).not.toContain('Fassung');
});
