import { describe, expect } from 'vitest';
import { eventTypes } from '../../shared/contract/eventTypes.ts';
import { call } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { retried } from '../support/retried.ts';
import { test } from '../support/test.ts';
import { register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

const quiet = ['webhook.test'];

describe('a webhook endpoint', () => {
  test('is registered with its secret, which is shown once', async ({ organization }) => {
    const before = Date.now();

    const { status, headers, body } = await register(organization.headers, {
      url: unusedUrl,
      events: ['document.ready', 'version.failed', 'document.ready'],
    });

    expect(status).toBe(201);
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/webhooks/${body.id}$`));
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
      org_id: organization.id,
      url: unusedUrl,
      events: ['document.ready', 'version.failed'],
      created_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(Buffer.from(body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
    const { secret, ...shown } = body;
    expect(await webhooksOf(organization.headers)).toEqual([shown]);
    const other = await register(organization.headers, { url: unusedUrl, events: ['*'] });
    expect([other.body.secret === secret, other.body.id === body.id]).toEqual([false, false]);
  });

  test('keeps its URL as it was sent', async ({ organization: { headers } }) => {
    for (const url of [
      'HTTPS://Receiver.Example/Hooks?tenant=1&x=%20',
      'https://empfänger.example/hooks',
      'https://xn--empfnger-5za.example/hooks#part',
      `https://receiver.example/${'a'.repeat(2000)}`,
    ])
      expect((await register(headers, { url, events: quiet })).body.url).toBe(url);
  });
});

describe('nothing is registered', () => {
  test('with a URL that is not absolute HTTPS or cannot receive deliveries, or an unknown event', async ({
    organization: { headers },
  }) => {
    for (const url of ['/hooks', 'http://receiver.example/hooks', 'https://receiver.example\\hooks', '']) {
      const answer = await register(headers, { url, events: quiet });
      expect(answer, url).toMatchObject(problem(400));
      expect(answer.problem?.detail).toContain('url');
    }
    for (const url of [
      'https://user:secret@receiver.example/',
      `https://receiver.example/${'a'.repeat(3000)}`,
    ])
      expect(await register(headers, { url, events: quiet })).toMatchObject({
        status: 422,
        problem: { errors: [{ location: 'body.url' }] },
      });
    const events = ['document.ready', 'document.exploded'];
    const unknown = await register(headers, { url: unusedUrl, events });
    expect(unknown).toMatchObject(problem(422, ['body.events.1', 'document.exploded']));
    for (const type of [...eventTypes, '*']) expect(unknown.problem?.errors?.[0]?.message).toContain(type);
    expect(await webhooksOf(headers)).toEqual([]);
  });

  test('beyond fifty in an organization, also by requests at the same time, until one is deleted', async ({
    organization: { headers },
  }) => {
    const registerOne = () => register(headers, { url: unusedUrl, events: quiet });

    const answers = await Promise.all(Array.from({ length: 53 }, () => retried(registerOne)));

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expect(answer).toMatchObject(problem(422, ['body.url', unusedUrl]));
    const [one, ...others] = await webhooksOf(headers);
    expect(others).toHaveLength(49);
    await call.deleteWebhook({ as: 'staff', headers, path: { webhook_id: one?.id ?? '' } });
    expect((await registerOne()).status).toBe(201);
  });
});
