import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { newEndpoint, read } from '../support/endpoints.ts';
import { webhooksOf } from '../support/webhooks.ts';

describe('a new secret', () => {
  test('is shown once, with the fields of the endpoint', async () => {
    const endpoint = await newEndpoint();
    const [listed] = await webhooksOf(endpoint.as.headers);

    const rotated = await call.rotateWebhookSecret({ ...endpoint.as, path: endpoint.path });

    expect(rotated).toMatchObject({ status: 200 });
    expect(rotated.body).toEqual({ ...listed, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    expect(rotated.body.secret).not.toBe(endpoint.secret);
    expect(JSON.stringify([await read(endpoint), await webhooksOf(endpoint.as.headers)])).not.toContain(
      'whsec_',
    );
  });
});
