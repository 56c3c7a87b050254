import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect } from 'vitest';
import { people, strangers } from '../../infra/local/people.ts';
import { upload } from '../support/documents.ts';
import { type BrowserAnswer, Person } from '../support/person.ts';
import {
  base_url,
  begin,
  callbackUrl,
  isCallback,
  noLocalProvider,
  pick,
  sessionEnded,
  signIn,
  signOut,
  withCookie,
} from '../support/signIn.ts';
import { test } from '../support/test.ts';

describe.skipIf(noLocalProvider)('signing in at the local provider', () => {
  test('returns to the requested page, with a session', async () => {
    const { id } = await upload({ fields: { access_level: 'private' } });
    const person = new Person();

    const turnedAway = await person.go(`${base_url}/d/${id}`, { headers: { Accept: 'text/html' } });
    expect(turnedAway).toMatchObject({ status: 303 });
    expect(turnedAway.location).toContain('/sign-in?return_to=');
    const callback = await pick(person, turnedAway, people.owner.email);
    const back = await person.go(callback);

    expect(back).toMatchObject({ status: 303, location: `${base_url}/d/${id}` });
    const page = await person.go(`${base_url}/d/${id}`, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain(people.owner.name);
  });

  // Threat: Another site acts with a person's cookie (CSRF)
  test('sets cookies that scripts and other sites cannot use', async ({ person }) => {
    const begun = await begin(person);
    const [handle = '', ...others] = begun.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(handle).toMatch(/^signin-[\w-]{43}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);

    const back = await person.go(await pick(person, begun, people.member.email));
    const [session, removed] = back.headers.getSetCookie();
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(removed).toMatch(/^signin-[\w-]{43}=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    expect(person.cookieNames(base_url)).toEqual(['session']);
  });

  // Threat: A sign-in redirects to another site
  test.for(['//evil.example', '/\\evil.example', '/login'])(
    'redirects to no other site: return_to=%s',
    async (return_to, { person }) => {
      const back = await signIn(person, people.member.email, { return_to });

      expect(back.location).toBe(`${base_url}/login`);
      expect((await person.go(`${base_url}/login`)).text).toContain('You are signed in');
    },
  );

  test('begins a new session each time, and ends the earlier one', async ({ person }) => {
    await signIn(person, people.member.email);
    const before = person.copy();

    await signIn(person, people.owner.email, { prompt: 'login' });

    expect(person.cookie(base_url, 'session')).not.toBe(before.cookie(base_url, 'session'));
    expect((await withCookie(person)).status).toBe(200);
    expect(await withCookie(before)).toMatchObject(sessionEnded);
  });

  // Threat: Another site starts so many sign-ins in a browser that its cookies become too large for a request
  test('keeps the newest ten pending sign-ins of a browser', async ({ person }) => {
    const begun = [];
    for (let count = 1; count <= 12; count++) begun.push(await begin(person, { return_to: `/d/${count}` }));

    const states = begun.map(({ location }) => new URL(location ?? '').searchParams.get('state'));
    expect(person.cookieNames(base_url)).toEqual(states.slice(2).map((state) => `signin-${state}`));
    const [, , third] = begun;
    if (!third) throw new Error('twelve sign-ins were begun');
    const back = await person.go(await pick(person, third, people.member.email));
    expect(back.location).toBe(`${base_url}/d/3`);
  });
});

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

describe.skipIf(noLocalProvider)('signing out', () => {
  test('ends the session in the service and at the provider', async ({ person }) => {
    await signIn(person, people.member.email);
    const before = person.copy();

    const signedOut = await signOut(person);

    expect(signedOut.status).toBe(200);
    expect(signedOut.headers.getSetCookie()).toEqual(['session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    expect(await withCookie(before)).toMatchObject(sessionEnded);
    const [, provider = ''] = /^0; url=(.*)$/.exec(signedOut.headers.get('refresh') ?? '') ?? [];
    const asked = await person.go(provider);
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(asked.text) ?? [];
    const confirmed = await person.submit(new URL('/session/end/confirm', provider).href, {
      xsrf,
      logout: 'yes',
    });
    expect(confirmed.location).toBe(`${base_url}/logout`);
    expect((await person.go(`${base_url}/logout`)).text).toContain('You are signed out');
    const form = await person.follow(await begin(person), isCallback);
    expect(form.text, 'the provider asks again').toContain('Who are you?');
  });

  test.for([{ Origin: 'https://evil.example' }, { Origin: 'null' }, {}])(
    'cannot be requested by another site: %o',
    async (headers, { person }) => {
      await signIn(person, people.member.email);

      const refusal = await signOut(person.copy(), headers);
      // With a form of another site, browsers send no cookie. But they would accept a cookie from the answer, so the answer must not set a
      // cookie.
      const withoutCookie = await signOut(new Person(), headers);

      for (const answer of [refusal, withoutCookie]) {
        expect(answer.status).toBe(403);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect((await withCookie(person)).status).toBe(200);
    },
  );
});
