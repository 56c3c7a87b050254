import { beforeEach, expect, test } from 'vitest';
import { decryptSecret } from '../../../shared/credentials/secrets.ts';
import { registered, storedWebhook } from './endpoints.ts';
import { operator } from './operator.ts';

const stage = operator();
const { admin, record, clock } = stage;

const day = 24 * 60 * 60_000;
beforeEach(() => {
  clock.now = Date.now();
});

test('makes a new secret; the old one signs too for a day', async () => {
  const endpoint = await registered(stage);
  const owner = { id: endpoint.id, organization_id: endpoint.organization };
  const secrets = async () =>
    Promise.all(
      ((await storedWebhook(endpoint))?.secrets ?? []).map(async ({ ciphertext, expires_at_ms }) => ({
        secret: await decryptSecret(ciphertext, owner),
        expires_at_ms,
      })),
    );

  const first = await record('webhooks rotate-secret', endpoint.id);
  expect(first).toMatchObject({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_created_at: new Date(clock.now).toISOString(),
    previous_secret_created_at: first.created_at,
    previous_secret_expires_at: new Date(clock.now + day).toISOString(),
  });
  expect(await secrets()).toEqual([
    { secret: first.secret, expires_at_ms: null },
    { secret: endpoint.secret, expires_at_ms: clock.now + day },
  ]);

  clock.now += day;
  expect(await record('webhooks show', endpoint.id)).toMatchObject({ previous_secret_expires_at: null });

  const { stdout } = await admin('webhooks rotate-secret', endpoint.id, '--now', '--yes');
  expect(stdout.match(/whsec_/g)).toHaveLength(1);
  expect(stdout).toContain('is shown only this once');
  expect(stdout).toContain('The old secrets end within a minute');
  expect(await secrets()).toEqual([{ secret: /whsec_\S+/.exec(stdout)?.[0], expires_at_ms: null }]);
});
