import { describe, expect } from 'vitest';
import { read, type StagedEndpoint, update } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { unusedUrl } from '../support/webhooks.ts';

/** Runs a request that must not change an endpoint. */
async function withoutChange<T>(endpoint: StagedEndpoint, run: () => Promise<T>): Promise<T> {
  const before = await read(endpoint);
  const result = await run();
  expect(await read(endpoint)).toEqual(before);
  return result;
}

describe('an endpoint', () => {
  test('gets another URL and other events, and keeps the fields that are left out', async ({ endpoint }) => {
    const before = await read(endpoint);

    const moved = await update(endpoint, { url: `${unusedUrl}/moved` });
    const resubscribed = await update(endpoint, { events: ['document.ready', '*', 'document.ready'] });
    const unchanged = await update(endpoint, {});

    expect(moved).toMatchObject({ status: 200, body: { ...before, url: `${unusedUrl}/moved` } });
    const expected = { ...before, url: `${unusedUrl}/moved`, events: ['document.ready', '*'] };
    expect(resubscribed.body).toEqual(expected);
    expect(unchanged.body).toEqual(expected);
    expect(await read(endpoint)).toEqual(expected);
  });

  test('is disabled and enabled again, also by repeated requests', async ({ endpoint }) => {
    const before = await read(endpoint);

    const disabled = await update(endpoint, { enabled: false });
    const again = await update(endpoint, { enabled: false });
    const enabled = await update(endpoint, { enabled: true });
    const enabledAgain = await update(endpoint, { enabled: true });

    expect(disabled.body).toEqual({
      ...before,
      state: 'disabled',
      disabled_reason: 'request',
      disabled_at: expect.any(String),
    });
    expect(again.body).toEqual(disabled.body);
    expect(enabled.body).toEqual(before);
    expect(enabledAgain.body).toEqual(before);
  });
});

describe('nothing is changed', () => {
  test.for(['/hooks', 'http://receiver.example/', 'https://', ''])(
    'by a URL that is not absolute HTTPS: %j',
    async (url, { endpoint }) => {
      expect(await withoutChange(endpoint, () => update(endpoint, { url }))).toMatchObject(problem(400));
    },
  );
});
