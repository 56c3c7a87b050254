import { expect } from 'vitest';
import { call } from '../support/documents.ts';
import { test } from '../support/test.ts';
import { newOrganization, register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

test('an organization without webhooks has an empty list', async ({ organization: { headers } }) => {
  expect(await webhooksOf(headers)).toEqual([]);
});

test('webhooks are listed newest first, without their secrets', async ({ organization: { headers } }) => {
  const registered = [];
  for (const type of ['webhook.test', 'document.failed', '*'])
    registered.push((await register(headers, { url: `${unusedUrl}/${type}`, events: [type] })).body);

  const answer = await call.listWebhooks({ as: 'staff', headers });

  expect(answer.body.webhooks).toEqual(registered.toReversed().map(({ secret: _secret, ...shown }) => shown));
  expect(JSON.stringify(answer.body)).not.toContain('whsec_');
});

test('webhooks of another organization are not listed', async () => {
  const [mine, other] = [await newOrganization(), await newOrganization()];
  const { body } = await register(other.headers, { url: unusedUrl, events: ['webhook.test'] });

  expect(await webhooksOf(mine.headers)).toEqual([]);
  const { webhooks } = (await call.listWebhooks({ as: 'owner' })).body;
  expect(webhooks.map(({ id }) => id)).not.toContain(body.id);
});
