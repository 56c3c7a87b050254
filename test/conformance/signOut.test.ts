import { describe, expect } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { Person } from '../support/person.ts';
import {
  base_url,
  begin,
  isCallback,
  noLocalProvider,
  sessionEnded,
  signIn,
  signOut,
  withCookie,
} from '../support/signIn.ts';
import { test } from '../support/test.ts';

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
