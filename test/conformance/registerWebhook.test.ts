import { beforeAll, describe, expect } from 'vitest';
import { eventTypes } from '../../shared/contract/eventTypes.ts';
import { problem } from '../support/organizations.ts';
import { retried } from '../support/retried.ts';
import { test } from '../support/test.ts';
import { newOrganization, register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  organization = await newOrganization();
});

const quiet = ['webhook.test'];
const registerHere = (json: unknown) => register(organization.headers, json);

/** Runs a request that must not register anything. */
async function withoutRegistration<T>(run: () => Promise<T>): Promise<T> {
  const before = await webhooksOf(organization.headers);
  const result = await run();
  expect(await webhooksOf(organization.headers)).toEqual(before);
  return result;
}

describe('a webhook endpoint', () => {
  test('is registered with its secret, which is shown once', async () => {
    const before = Date.now();

    const { status, headers, body } = await registerHere({
      url: unusedUrl,
      events: ['document.ready', 'version.failed'],
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
    const { secret: _secret, ...shown } = body;
    expect(await webhooksOf(organization.headers)).toContainEqual(shown);
  });

  test.for([
    'https://receiver.example',
    'https://receiver.example/',
    'HTTPS://Receiver.Example/Hooks?tenant=1&x=%20',
    'https://receiver.example:443/hooks',
    'https://empfänger.example/hooks',
    'https://xn--empfnger-5za.example/hooks#part',
    'https://93.184.216.34/hooks',
    `https://receiver.example/${'a'.repeat(2000)}`,
  ])('keeps its URL as it was sent: %s', async (url) => {
    expect((await registerHere({ url, events: quiet })).body.url).toBe(url);
  });
});

describe('nothing is registered', () => {
  test.for([
    '/hooks',
    '//receiver.example/hooks',
    'receiver.example:443',
    'https:/receiver.example',
    'https://?x',
    'http://receiver.example/hooks',
    'javascript:alert(1)',
    'https://receiver.example\\hooks',
    'https://receiver.example:99999/',
    '',
  ])('with a URL that is not absolute HTTPS: %j', async (url) => {
    const answer = await withoutRegistration(() => registerHere({ url, events: quiet }));

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('url');
  });

  test.for([
    'https://user@receiver.example/',
    'https://user:secret@receiver.example/',
    `https://receiver.example/${'a'.repeat(3000)}`,
  ])('with a URL that cannot receive deliveries: %s', async (url) => {
    const answer = await withoutRegistration(() => registerHere({ url, events: quiet }));

    expect(answer).toMatchObject({ status: 422, problem: { errors: [{ location: 'body.url' }] } });
  });

  test('with an unknown event, and the answer lists the known ones', async () => {
    const answer = await withoutRegistration(() =>
      registerHere({ url: unusedUrl, events: ['document.ready', 'document.exploded'] }),
    );

    expect(answer).toMatchObject(problem(422, ['body.events.1', 'document.exploded']));
    for (const type of [...eventTypes, '*']) expect(answer.problem?.errors?.[0]?.message).toContain(type);
  });

  test('beyond fifty in an organization, also by requests at the same time', async ({
    organization: fresh,
  }) => {
    const registerOne = () => register(fresh.headers, { url: unusedUrl, events: quiet });

    const answers = await Promise.all(Array.from({ length: 53 }, () => retried(registerOne)));

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expect(answer).toMatchObject(problem(422, ['body.url', unusedUrl]));
    expect(await webhooksOf(fresh.headers)).toHaveLength(50);
  });
});
