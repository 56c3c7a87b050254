import { describe, expect } from 'vitest';
import { eventTypes } from '../../shared/contract/eventTypes.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

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

  test('is not registered with a URL that is not absolute HTTPS, or for an unknown event', async ({
    organization: { headers },
  }) => {
    const answer = await register(headers, { url: 'http://receiver.example/hooks', events: ['*'] });
    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('url');
    const events = ['document.ready', 'document.exploded'];
    const unknown = await register(headers, { url: unusedUrl, events });
    expect(unknown).toMatchObject(problem(422, ['body.events.1', 'document.exploded']));
    for (const type of [...eventTypes, '*']) expect(unknown.problem?.errors?.[0]?.message).toContain(type);
    expect(await webhooksOf(headers)).toEqual([]);
  });
});
