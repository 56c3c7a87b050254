import { describe, expect } from 'vitest';
import { call } from '../support/documents.ts';
import { endpointOf } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

describe('an endpoint that was deleted', () => {
  test('does not exist any more, and cannot be deleted again', async ({ organization }) => {
    const [endpoint, other] = [await endpointOf(organization), await endpointOf(organization)];
    const request = { ...endpoint.as, path: endpoint.path };

    const deleted = await call.deleteWebhook(request);

    expect(deleted).toMatchObject({ status: 200, body: {} });
    expect(await call.getWebhook(request)).toMatchObject(problem(404));
    expect(await call.deleteWebhook(request)).toMatchObject(problem(404));
    expect((await webhooksOf(endpoint.as.headers)).map(({ id }) => id)).toEqual([other.id]);
  });

  test('does not count for the limit of fifty', async ({ organization: { headers } }) => {
    const json = { url: unusedUrl, events: ['webhook.test'] };
    const all = await Promise.all(Array.from({ length: 50 }, () => register(headers, json)));
    expect((await register(headers, json)).status).toBe(422);

    await call.deleteWebhook({ as: 'staff', headers, path: { webhook_id: all[0]?.body.id ?? '' } });

    expect((await register(headers, json)).status).toBe(201);
  });

  test('is deleted by one of many requests at the same time', async ({ endpoint: { as, path } }) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call.deleteWebhook({ ...as, path })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });
});
