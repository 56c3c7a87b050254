import { expect } from 'vitest';
import { call } from '../support/documents.ts';
import { test } from '../support/test.ts';
import { newOrganization, register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

test('webhooks of the organization are listed newest first, without their secrets', async ({
  organization: { headers },
}) => {
  expect(await webhooksOf(headers)).toEqual([]);
  const registered = [];
  for (const type of ['webhook.test', 'document.failed', '*'])
    registered.push((await register(headers, { url: `${unusedUrl}/${type}`, events: [type] })).body);

  const answer = await call.listWebhooks({ as: 'staff', headers });

  expect(answer.body.webhooks).toEqual(registered.toReversed().map(({ secret: _secret, ...shown }) => shown));
  expect(JSON.stringify(answer.body)).not.toContain('whsec_');
  expect(await webhooksOf((await newOrganization()).headers)).toEqual([]);
});
