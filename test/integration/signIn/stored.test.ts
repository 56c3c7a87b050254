import { describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../../infra/local/people.ts';
import { storedPerson } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const baseUrl = 'https://docs.example.com';
const { catchUp } = await sharedStage();

/** Imports the modules only after the stage has set the environment, because `shared/data` reads the environment. */
const load = async () => ({
  ...(await import('../../../shared/data/table/commit.ts')),
  ...(await import('../../../shared/data/callers/signIns.ts')),
  ...(await import('../../../shared/data/callers/sessions.ts')),
  ...(await import('../../../shared/signIn/person.ts')),
  ...(await import('../../../shared/signIn/browserSession.ts')),
});

describe('a pending sign-in', () => {
  const now = 1_800_000_000;
  const begin = async () => {
    const data = await load();
    const given = {
      handle_hash: crypto.randomUUID(),
      state: 'state',
      nonce: 'n',
      code_verifier: 'v',
      return_to: '/',
    };
    const signIn = data.newSignIn(given, now);
    await data.writeBookkeeping([data.createSignIn(signIn)]);
    return { ...data, signIn, handle: given.handle_hash };
  };

  test('can be taken once, in ten minutes, with its state and its handle', async () => {
    const { takeSignIn, handle, signIn } = await begin();

    expect(await takeSignIn(handle, 'another', now)).toBeUndefined();
    expect(await takeSignIn('another', 'state', now)).toBeUndefined();
    expect(await takeSignIn(handle, 'state', now + 600)).toBeUndefined();
    expect(await takeSignIn(handle, 'state', now + 599)).toEqual(signIn);
    expect(await takeSignIn(handle, 'state', now)).toBeUndefined();
  });
});

const saying = (claims: { readonly email: unknown; readonly email_verified: unknown }) => ({
  issuer: 'https://login.example.com',
  subject: crypto.randomUUID(),
  ...claims,
});

describe('a person who signs in for the first time', () => {
  test.for([people.owner.email, people.owner.email.toUpperCase()])(
    'is found by their verified address, in upper or lower case: %s',
    async (email) => {
      const { personOf } = await load();

      for (const email_verified of [true, 'true']) {
        const { person } = await personOf(saying({ email, email_verified }), Date.now());
        expect(person.name).toBe(people.owner.name);
      }
    },
  );

  test.for([false, 'false', undefined, 1, 'yes'])(
    'is not found by an unverified address: %j',
    async (email_verified) => {
      const { personOf } = await load();

      for (const email of [people.owner.email, 'nobody@example.com'])
        await expect(personOf(saying({ email, email_verified }), Date.now())).rejects.toMatchObject({
          failure: 'unverified',
        });
    },
  );

  test.for([undefined, '', 'olivia@', 7, [people.owner.email], `${'a'.repeat(320)}@b.example`])(
    'is not found by a malformed address: %j',
    async (email) => {
      const { personOf } = await load();

      await expect(personOf(saying({ email, email_verified: true }), Date.now())).rejects.toMatchObject({
        failure: 'unverified',
      });
    },
  );

  test.for([
    'nobody@example.com',
    'olivia@acme.example.evil.example',
    'olivia@ac\u0301me.example',
    'm\u0131a@acme.example',
  ])('is refused with an address that no user has: %s', async (email) => {
    const { personOf } = await load();

    await expect(personOf(saying({ email, email_verified: true }), Date.now())).rejects.toMatchObject({
      failure: 'unknown',
    });
  });
});

describe('a session', () => {
  test('begins with a new token, and ends the one before', async () => {
    const { beginSession, listSessions } = await load();
    const { personOf } = await load();
    const claims = saying({ email: people.admin.email, email_verified: true });
    const { person, writes } = await personOf(claims, Date.now());

    const first = await beginSession(person, writes, undefined, baseUrl);
    await catchUp();
    const before = await listSessions(person.id);
    const second = await beginSession(person, [], `a=b; ${first.cookie.split(';')[0]}`, baseUrl);
    await catchUp();
    const after = await listSessions(person.id);

    expect(first.cookie).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(second.cookie).not.toBe(first.cookie);
    expect(second.name).toBe(`session:${after[0]?.token_hash.slice(0, 16)}`);
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after[0]?.token_hash).not.toBe(before[0]?.token_hash);
  });

  test('has a cookie that lives as long as the stage lets it', async () => {
    setVariables({ sessionHours: '8' });
    onTestFinished(() => setVariables({ sessionHours: '168' }));
    const { beginSession } = await load();

    const { cookie } = await beginSession(await storedPerson(), [], undefined, baseUrl);

    expect(cookie).toContain('; Max-Age=28800;');
  });
});
