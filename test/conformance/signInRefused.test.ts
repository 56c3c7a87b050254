import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect } from 'vitest';
import { people, strangers } from '../../infra/local/people.ts';
import { type BrowserAnswer, Person } from '../support/person.ts';
import { base_url, begin, callbackUrl, noLocalProvider, pick, signIn } from '../support/signIn.ts';
import { test } from '../support/test.ts';

describe.skipIf(noLocalProvider)('signing in refuses', () => {
  const expectNoSession = (person: Person, answer: BrowserAnswer) => {
    expect(person.cookie(base_url, 'session')).toBeUndefined();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  };

  // Threat: Web pages or other users of the machine reach what `npm start` runs
  test('requests to the local provider under another host name', async () => {
    const { location } = await begin(new Person());
    const { hostname, port } = new URL(location ?? '');
    const path = '/.well-known/openid-configuration';

    for (const name of ['rebound.example', `rebound.example:${port}`, '127.0.0.1.nip.io', 'localhost.']) {
      const request = get({ hostname, port, path, headers: { host: name } });
      const [response]: IncomingMessage[] = await once(request, 'response');
      response?.resume();
      expect(response?.statusCode, name).toBe(421);
    }
  });

  test('a person without an account, and names a contact', async ({ person }) => {
    const refusal = await signIn(person, strangers.unknown.email, { return_to: '/app' });

    expect(refusal.status).toBe(403);
    expect(refusal.text).toContain(strangers.unknown.email);
    expect(refusal.text).toContain('sign in with the address that it was sent to');
    expect(refusal.text).toContain('Ask an owner or admin of your organization');
    expect(refusal.text).toContain('prompt=login');
    expectNoSession(person, refusal);
  });

  // Threat: A sign-in is forged, replayed, or moved to another browser
  test('a callback that was used before', async ({ person }) => {
    const callback = await pick(person, await begin(person), people.member.email);
    const twin = person.copy();

    const [one, two] = await Promise.all([person.go(callback), twin.go(callback)]);

    expect([one.status, two.status].sort()).toEqual([303, 400]);
    expect((await twin.copy().go(callback)).status).toBe(400);
  });

  // Threat: A sign-in is forged, replayed, or moved to another browser
  test('a callback for a sign-in of another browser', async () => {
    const [attacker, victim] = [new Person(), new Person()];
    const callback = await pick(attacker, await begin(attacker), people.outsider.email);
    await begin(victim);

    const refusal = await victim.go(callback);

    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain('no longer valid');
    expectNoSession(victim, refusal);
  });

  // Threat: A browser triggers alarms about errors of the service
  test.for([{}, { code: 'x' }, { error: 'access_denied' }, { error: 'server_error' }, { response: 'x.y.z' }])(
    'a callback that a person composed for their own sign-in: %j',
    async (made) => {
      for (const iss of [undefined, 'the issuer', 'https://other.example']) {
        const person = new Person();
        const { location } = await begin(person);
        const asked = new URL(location ?? '');
        const callback = new URL(callbackUrl);
        callback.search = new URLSearchParams({
          ...made,
          ...(iss && { iss: iss === 'the issuer' ? asked.origin : iss }),
          state: asked.searchParams.get('state') ?? '',
        }).toString();

        const refusal = await person.go(callback.href);

        expect(refusal.status, iss).toBe(400);
        expectNoSession(person, refusal);
      }
    },
  );
});
