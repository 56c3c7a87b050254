import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { newEndpoint, read, update } from '../support/endpoints.ts';

describe('an endpoint', () => {
  test('is shown with its state, its registrar and its pending deliveries', async () => {
    const endpoint = await newEndpoint();
    const [listed] = (await call.listWebhooks(endpoint.as)).body.webhooks;

    const { status, body } = await call.getWebhook({ ...endpoint.as, path: endpoint.path });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...listed,
      state: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      created_by: {
        id: expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/),
        type: 'user_account',
        name: expect.any(String),
      },
      pending_deliveries: 0,
    });
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });

  test('has an entity tag, which changes with its state', async () => {
    const endpoint = await newEndpoint();
    const ask = (headers: Record<string, string> = {}) =>
      call.getWebhook({
        ...endpoint.as,
        path: endpoint.path,
        headers: { ...endpoint.as.headers, ...headers },
      });
    const tag = (await ask()).headers.get('etag') ?? '';

    expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
    await update(endpoint, { enabled: false });

    expect((await ask({ 'If-None-Match': tag })).status).toBe(200);
    expect((await read(endpoint)).state).toBe('disabled');
  });
});
