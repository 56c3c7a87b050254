import { expect, test } from 'vitest';
import { changeAddress, updatePerson } from '../../../shared/acts/updatePerson.ts';
import { getCaller, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { unbindIdentity } from '../../../shared/data/callers/identities.ts';
import { listSessions } from '../../../shared/data/callers/sessions.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { beginSession } from '../../../shared/signIn/browserSession.ts';
import { personOf } from '../../../shared/signIn/person.ts';
import { storedPerson } from '../../support/people/people.ts';
import type { BrowserAnswer } from '../../support/person.ts';
import { openSignInStage } from './signInStage.ts';

const { catchUp, table, provider, signIn, call, credentials } = await openSignInStage();

const newSubject = () => crypto.randomUUID();
const signedIn = ({ status }: BrowserAnswer) => status === 303;

/** Returns all items that bind people to accounts. A refusal must change none of them. */
const identities = async () =>
  (await table.everything()).filter(({ sk }) => ['IDENTITY', 'USER', 'EMAIL', 'SESSION'].includes(sk));

test('a person is bound to the account that they first sign in with', async () => {
  const person = await storedPerson();
  const sub = newSubject();

  expect(signedIn((await signIn({ sub, email: person.email })).answer)).toBe(true);

  const items = (await table.everything()).filter(
    ({ user_id, sk }) => user_id === person.id && sk === 'IDENTITY',
  );
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain(sub);
  expect((await getCaller(person.id))?.identity_hash).toBe(items[0]?.pk.replace('IDENTITY#', ''));
  expect(signedIn((await signIn({ sub, email: person.email })).answer)).toBe(true);
  await catchUp();
  expect(await listSessions(person.id)).toHaveLength(2);
});

test('after an operator changed an address, the person is bound by it to another account, and keeps their name', async () => {
  const person = await storedPerson();
  const [before, after] = [newSubject(), newSubject()];
  await signIn({ sub: before, email: person.email });
  const bound = await getCaller(person.id);
  if (!bound) throw new Error('they are gone');
  const email = `${crypto.randomUUID()}@people.example`;
  await changeAddress({ person: bound, email, by: operator, now: Date.now(), unbinds: true });
  await updatePerson({ userId: person.id, name: 'As they want it', by: operator });

  const old = await signIn({ sub: before, email: person.email });
  const { answer } = await signIn({ sub: after, email, name: 'As the provider has it' });

  expect([signedIn(old.answer), signedIn(answer)]).toEqual([false, true]);
  expect(await getCaller(person.id)).toMatchObject({ email, name: 'As they want it', given_name: null });
  expect(signedIn((await signIn({ sub: after, email })).answer)).toBe(true);
});

// Threat: An e-mail address passes to another person, who signs in with it
test('an address that the provider gave to another account is refused', async () => {
  const person = await storedPerson();
  await signIn({ sub: newSubject(), email: person.email });
  const before = await identities();

  const { answer, browser } = await signIn({ sub: newSubject(), email: person.email });

  expect(answer.status).toBe(403);
  expect(answer.text).toContain('belongs to another account');
  expect(browser.cookie(answer.url, 'session')).toBeUndefined();
  expect(await identities()).toEqual(before);
});

test('a bound person is identified by their account, with any address', async () => {
  const [person, other] = [await storedPerson(), await storedPerson()];
  const sub = newSubject();
  await signIn({ sub, email: person.email });
  provider.replies['/me'] = { json: { sub } };

  for (const claims of [
    { email: 'married@people.example' },
    { email: other.email },
    { email: person.email, email_verified: false },
    { email_verified: undefined },
  ])
    expect(signedIn((await signIn({ sub, ...claims })).answer), JSON.stringify(claims)).toBe(true);

  await catchUp();
  expect(await listSessions(person.id)).toHaveLength(5);
  expect(await listSessions(other.id)).toEqual([]);
});

// Threat: An e-mail address passes to another person, who signs in with it
test('of two accounts with one address that first sign in at the same time, one is bound', async () => {
  const person = await storedPerson();
  const claims = { issuer: 'https://login.example.com', email: person.email, email_verified: true };

  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      retryOnConflict(async () => {
        const proven = await personOf({ ...claims, subject: `${person.id}${index % 2}` }, Date.now());
        await beginSession(proven.person, proven.writes, undefined, 'https://docs.example.com');
        return index % 2;
      }),
    ),
  );

  const subjects = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(subjects).toHaveLength(4);
  expect(new Set(subjects).size).toBe(1);
  expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))).toEqual(
    Array(4).fill(expect.objectContaining({ failure: 'taken' })),
  );
});

// Threat: A session survives because it began at the same moment as the end of all sessions
test('a session of the earlier account that begins while the person is rebound is refused', async () => {
  const person = await storedPerson();
  const claims = { issuer: 'https://login.example.com', subject: newSubject(), email: person.email };
  const verified = { ...claims, email_verified: true };
  const first = await personOf(verified, Date.now());
  const before = await beginSession(first.person, first.writes, undefined, credentials.base_url);
  const proven = await personOf(verified, Date.now());
  const opens = async ({ cookie }: { readonly cookie: string }) =>
    (await call.listDocuments({ as: null, headers: { Cookie: cookie } })).status;
  expect(await opens(before)).toBe(200);

  await transact(unbindIdentity(proven.person));
  const late = await beginSession(proven.person, proven.writes, undefined, credentials.base_url);

  expect([await opens(before), await opens(late)]).toEqual([401, 401]);
  const again = await personOf({ ...verified, subject: newSubject() }, Date.now());
  const session = await beginSession(again.person, again.writes, undefined, credentials.base_url);
  expect(await opens(session)).toBe(200);
});

// Threat: A disabled person goes on working
test('a disabled person cannot sign in, and sees why only after proving their identity', async () => {
  const disabled = await storedPerson({ disabled_at: new Date().toISOString() });

  const proven = await signIn({ sub: disabled.id, email: disabled.email });
  expect(proven.answer.status).toBe(403);
  expect(proven.answer.text).toContain('Your account is disabled');
  expect(proven.browser.cookie(credentials.base_url, 'session')).toBeUndefined();
  await catchUp();
  expect(await listSessions(disabled.id)).toEqual([]);

  const claimed = await signIn({ sub: 'stranger', email: disabled.email, email_verified: false });
  expect(claimed.answer.text).not.toContain('disabled');

  await transact([replaceCaller({ ...disabled, disabled_at: null })]);
  expect((await signIn({ sub: disabled.id, email: disabled.email })).answer.status).toBe(303);
});
