import { describe, expect, test } from 'vitest';
import { findUserByEmail, getCaller, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import {
  byKey,
  joined,
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { openSignInStage } from './signInStage.ts';

const stage = await openSignInStage();
const { call, catchUp, signIn, table } = stage;

const someAddress = () => `${crypto.randomUUID()}@people.example`;

async function documentFor(email: string) {
  const form = uploadForm({ title: 'For one', access_level: 'public' }, await makePdf());
  const document_id = (await call.createDocument({ form })).body.id;
  const json = { name: crypto.randomUUID(), rules: { allowed_emails: [email] } };
  const policy_id = (await call.createPolicy({ json })).body.id;
  await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id } });
  return async (headers: Record<string, string>, Accept = 'application/json') => {
    const { status, text } = await stage.open(`/d/${document_id}`, { Accept, ...headers });
    return { status, text };
  };
}

/** A person who has signed in once, and whose address was proven this number of days ago. */
async function known(daysAgo: number) {
  const person = await storedPerson();
  const claims = { sub: crypto.randomUUID(), email: person.email ?? '' };
  await signIn(claims);
  const bound = await getCaller(person.id);
  if (!bound) throw new Error('they are gone');
  const proven_at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString();
  await transact([replaceCaller({ ...bound, proven_at })]);
  return { claims, person, headers: (await storedApiKey(person)).headers };
}

describe('rules by address', () => {
  // Threat: A person has lost an address, and still reads with a key because of it
  test('refer readers who proved their address 91 days ago to the sign-in, and admit them after it', async () => {
    const { claims, headers } = await known(91);
    const open = await documentFor(claims.email);

    const [json, page] = [await open(headers), await open(headers, 'text/html')];

    expect(JSON.parse(json.text).error).toMatchObject({
      code: 'insufficient_permissions',
      message: expect.stringContaining('Sign in'),
    });
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('Sign in again') });
    await signIn({ ...claims, email_verified: false });
    expect((await open(headers)).status).toBe(403);
    await signIn(claims);
    expect((await open(headers)).status).toBe(200);
  });

  test('admit a person whom an operator has just made, and who has not signed in', async () => {
    const person = await storedPerson();
    const open = await documentFor(person.email ?? '');

    expect((await open((await storedApiKey(person)).headers)).status).toBe(200);
  });
});

describe('an address that was changed at the provider', () => {
  // Threat: A person has lost an address, and still reads with a key because of it
  test('is stored by the next sign-in, in all memberships, and applies from then on', async () => {
    const { claims, person, headers } = await known(0);
    const acme = await storedOrganization();
    const other = await storedOrganization();
    for (const { id } of [acme, other]) {
      await joined(person, id, 'member');
    }
    await catchUp();
    const email = someAddress();
    const [forOld, forNew] = [await documentFor(claims.email), await documentFor(email)];
    expect([(await forOld(headers)).status, (await forNew(headers)).status]).toEqual([200, 403]);

    expect((await signIn({ ...claims, email })).answer.status).toBe(303);

    expect([(await forOld(headers)).status, (await forNew(headers)).status]).toEqual([403, 200]);
    expect(await findUserByEmail(claims.email)).toBeUndefined();
    expect(await findUserByEmail(email)).toMatchObject({ id: person.id, email });
    await catchUp();
    for (const { owner } of [acme, other]) {
      const as = await byKey(owner);
      const { items } = (await call.listOrganizationMembers(as)).body;
      expect(items.find(({ user_id }) => user_id === memberIdOf(person))?.email).toBe(email);
      const activity = (await call.listOrganizationActivity(as)).body.items;
      const [entry] = activity.filter(({ type }) => type === 'user.updated');
      expect(entry).toMatchObject({ actor: { id: person.id }, details: { user_id: person.id } });
      expect(JSON.stringify(entry)).not.toContain('@');
    }
    // The earlier address is free, so another person can get it.
    expect((await storedPerson({ email: claims.email })).email).toBe(claims.email);
  });

  test('is stored in more memberships than one transaction can change', async () => {
    const { claims, person } = await known(0);
    for (let index = 0; index < 50; index++) {
      const { id } = await storedOrganization();
      await joined(person, id, 'member');
    }
    await catchUp();
    const email = someAddress();

    expect((await signIn({ ...claims, email })).answer.status).toBe(303);

    const memberships = (await table.everything()).filter(
      ({ user_id, sk }) => user_id === person.id && sk.startsWith('MEMBER#'),
    );
    expect(memberships).toHaveLength(50);
    expect(memberships.every((member) => member.email === email)).toBe(true);
  });

  // Threat: A person has lost an address, and still reads with a key because of it
  test('is not stored if it is somebody else’s, and rules by address refuse the earlier one', async () => {
    const { claims, person, headers } = await known(0);
    const other = await storedMember((await storedOrganization()).id, 'member');
    const [own, others] = [await documentFor(claims.email), await documentFor(other.email ?? '')];

    expect((await signIn({ ...claims, email: other.email })).answer.status).toBe(303);

    expect(await getCaller(person.id)).toMatchObject({ email: claims.email });
    expect([(await own(headers)).status, (await others(headers)).status]).toEqual([403, 403]);
    expect((await others((await storedApiKey(other)).headers)).status).toBe(200);
    await signIn(claims);
    expect((await own(headers)).status).toBe(200);
  });
});
