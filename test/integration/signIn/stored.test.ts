import { describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../../infra/local/people.ts';
import { listSessions } from '../../../shared/data/callers/sessions.ts';
import { createSignIn, newSignIn, takeSignIn } from '../../../shared/data/callers/signIns.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { beginSession } from '../../../shared/signIn/browserSession.ts';
import { personOf } from '../../../shared/signIn/person.ts';
import { storedPerson } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const baseUrl = 'https://docs.example.com';
const { catchUp } = await sharedStage();

test('a pending sign-in can be taken once, in ten minutes, with its state and its handle', async () => {
  const now = 1_800_000_000;
  const handle_hash = crypto.randomUUID();
  const given = { handle_hash, state: 'state', nonce: 'n', code_verifier: 'v', return_to: '/' };
  const signIn = newSignIn(given, now);
  await writeBookkeeping([createSignIn(signIn)]);

  expect(await takeSignIn(handle_hash, 'another', now)).toBeUndefined();
  expect(await takeSignIn('another', 'state', now)).toBeUndefined();
  expect(await takeSignIn(handle_hash, 'state', now + 600)).toBeUndefined();
  expect(await takeSignIn(handle_hash, 'state', now + 599)).toEqual(signIn);
  expect(await takeSignIn(handle_hash, 'state', now)).toBeUndefined();
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
      for (const email_verified of [true, 'true']) {
        const { person } = await personOf(saying({ email, email_verified }), Date.now());
        expect(person.name).toBe(people.owner.name);
      }
    },
  );

  test.for<readonly [failure: string, email: unknown, email_verified: unknown]>([
    ...[false, 'false', undefined, 1, 'yes'].flatMap((verified) =>
      [people.owner.email, 'nobody@example.com'].map((email) => ['unverified', email, verified] as const),
    ),
    ['unverified', undefined, true],
    ['unverified', '', true],
    ['unverified', 'olivia@', true],
    ['unverified', 7, true],
    ['unverified', [people.owner.email], true],
    ['unverified', `${'a'.repeat(320)}@b.example`, true],
    ['unknown', 'nobody@example.com', true],
    ['unknown', 'olivia@acme.example.evil.example', true],
    ['unknown', 'olivia@ac\u0301me.example', true],
    ['unknown', 'm\u0131a@acme.example', true],
  ])('is refused as %s with %j, verified: %j', async ([failure, email, email_verified]) => {
    const refusal = personOf(saying({ email, email_verified }), Date.now());

    await expect(refusal).rejects.toMatchObject({ failure });
  });
});

describe('a session', () => {
  test('begins with a new token, and ends the one before', async () => {
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
    const { cookie } = await beginSession(await storedPerson(), [], undefined, baseUrl);

    expect(cookie).toContain('; Max-Age=28800;');
  });
});
