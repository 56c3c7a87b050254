import { describe, expect } from 'vitest';
import { call } from '../support/documents.ts';
import { endpointOf } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { webhooksOf } from '../support/webhooks.ts';

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
});
