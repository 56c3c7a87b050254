import { describe, expect } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { upload } from '../support/documents.ts';
import { Person } from '../support/person.ts';
import {
  base_url,
  begin,
  noLocalProvider,
  pick,
  sessionEnded,
  signIn,
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
