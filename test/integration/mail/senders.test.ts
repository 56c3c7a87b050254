import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createOrganization } from '../../../shared/acts/createOrganization.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import type { Key } from '../../../shared/data/keys/key.ts';
import { addressMailCountKey, causedMailCountKey, mailCountKey } from '../../../shared/data/keys/mail.ts';
import { addressHashOf } from '../../../shared/data/mail/mailBlocks.ts';
import { founding } from '../../../shared/data/organizations/membership.ts';
import { setFounded, setLimits } from '../../../shared/data/organizations/usage.ts';
import { attributeUpdate, transact } from '../../../shared/data/table/commit.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { mailOf, setQuota, someAddress, stopUrl } from '../../support/mail.ts';
import {
  byKey,
  ownedOrganization,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, invoke, takeMessages } = stage;
const { consume, inviting, mailsTo, report, work } = mailOf(stage);

const dayMilliseconds = 24 * 60 * 60_000;

beforeEach(() => takeMessages('mail'));

/** Invites an address to an organization. Resolves with what becomes of the mail. */
async function invite(by: CallerItem, organization_id: OrganizationId, email: string): Promise<string> {
  const json = { email, role: 'member' } as const;
  return (await call.createInvitation({ ...(await byKey(by, { organization_id })), json })).body.mail;
}

/** Another organization of a person. */
async function anotherOf(owner: CallerItem): Promise<OrganizationId> {
  const { organization, writes } = founding({ ...owner }, 'Another', Date.now());
  await transact([writes[0], writes[1]]);
  return organization.id;
}

const queued = (count: number) => Array(count).fill('queued');

/** Sets the number of mails that an item counts. */
const setCount = (key: Key, mails: number, more: Readonly<Record<string, number>> = {}) =>
  transact([
    attributeUpdate(key, {
      UpdateExpression: `SET ${Object.keys({ mails, ...more })
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries({ mails, ...more }).map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  ]);

const today = () => new Date().toISOString().slice(0, 10);

describe('the mails of a day to one address', () => {
  // Threat: Somebody mails many strangers in the name of the service
  test('are five of one person in all organizations; the sixth looks queued where others were sent, waits, and goes out', async () => {
    const { id, owner } = await storedOrganization();
    const email = someAddress();
    for (let count = 1; count <= 5; count++)
      expect(await invite(owner, await anotherOf(owner), email)).toBe('queued');

    expect(await invite(owner, id, email)).toBe('queued');

    await work('mail');
    expect(await mailsTo(email)).toHaveLength(5);
    await stage.table.letTimePass(6 * 60_000);
    await invoke('sweepDue', {});
    const bodies = await takeMessages('mail');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMilliseconds });
    for (const body of [...bodies, ...bodies]) await consume('sendMail', body);
    vi.useRealTimers();
    expect(await mailsTo(email)).toHaveLength(6);
  });

  // Threat: Somebody mails many strangers in the name of the service
  test('are twenty of all senders, also at the same moment; the others look queued and wait', async () => {
    const email = someAddress();
    await setCount(addressMailCountKey(addressHashOf(email), today()), 16);
    const senders = await Promise.all(Array.from({ length: 6 }, storedOrganization));

    const mails = await Promise.all(senders.map(({ id, owner }) => invite(owner, id, email)));

    expect(mails).toEqual(queued(6));
    await work('mail');
    expect(await mailsTo(email)).toHaveLength(4);
  });

  test('of service accounts count for the person who made them', async () => {
    const { by } = await ownedOrganization();
    const email = someAddress();
    const mails: string[] = [];
    for (let count = 1; count <= 6; count++) {
      const json = { name: `Robot ${count}`, role: 'admin' } as const;
      const { id: service_account_id } = (await call.createServiceAccount({ ...by, json })).body;
      const key = { name: 'key', service_account_id };
      const { api_key } = (await call.createApiKey({ ...by, json: key })).body;
      const theirs = { as: null, headers: { Authorization: `Bearer ${api_key}` } } as const;
      const path = await uploaded(call, { access_level: 'organization' }, theirs);
      mails.push((await call.createDocumentShare({ ...theirs, path, json: { email } })).body.mail);
    }

    expect(mails).toEqual([...queued(5), 'held']);
  });
});

test.for([
  ['looks queued, if the others were for other organizations', 0, 'queued'],
  ['is held, if they were for the same organization', 500, 'held'],
] as const)('the mails of a day that a person causes are 500: the next one %s', async ([, own, expected]) => {
  const { id, owner } = await storedOrganization();
  const email = someAddress();
  await setCount(causedMailCountKey(owner.id, today()), 500, { [`from_${id.slice(4)}`]: own });

  expect(await invite(owner, id, email)).toBe(expected);

  await work('mail');
  expect(await mailsTo(email)).toEqual([]);
  const colleague = await storedMember(id, 'admin');
  expect(await invite(colleague, id, someAddress())).toBe('queued');
  await transact(setLimits(owner.id, { mails: 502 }));
  expect(await invite(owner, id, someAddress())).toBe('queued');
});

/** Whether the organization may send one mail more than a tenth of its quota. */
async function sendsMoreThanTenth(id: OrganizationId, owner: CallerItem): Promise<boolean> {
  await setCount(mailCountKey(id, today()), 49);
  expect(await invite(owner, id, someAddress())).toBe('queued');
  return (await invite(owner, id, someAddress())) === 'queued';
}
const foundedBy = async (by: 'request' | 'operator') => {
  const person = await storedPerson();
  if (by === 'request') {
    const as = await byKey(person, { organization_id: null });
    const { id } = (await call.createOrganization({ ...as, json: { name: 'New' } })).body;
    return { id, owner: person };
  }
  const given = { founderId: person.id, name: 'New', by: operator, now: Date.now() };
  const made = await createOrganization(given, async (organization, commit) => {
    await commit([]);
    return organization;
  });
  if ('refused' in made) throw new Error('refused');
  return { id: made.id, owner: person };
};
const daysAgo = (id: OrganizationId, days: number) =>
  transact([setFounded(id, Date.now() - days * dayMilliseconds)]);

// Threat: Somebody mails many strangers in the name of the service
test.for([
  ['that a request founded now', 'request', async () => {}, false],
  ['that a request founded less than seven days ago', 'request', (id) => daysAgo(id, 6.99), false],
  ['that a request founded seven days ago', 'request', (id) => daysAgo(id, 7), true],
  ['with a quota of its own', 'request', (id) => transact(setLimits(id, { mails: 60 })), true],
  ['that an operator founded', 'operator', async () => {}, true],
] as const satisfies readonly (readonly [
  string,
  'request' | 'operator',
  (id: OrganizationId) => Promise<unknown>,
  boolean,
])[])('an organization %s', async ([, by, change, expected]) => {
  const { id, owner } = await foundedBy(by);
  await change(id);

  expect(await sendsMoreThanTenth(id, owner)).toBe(expected);
});

describe('a complaint', () => {
  /** Lets the receiver complain about their last mail. The events come twice and out of order. */
  const complaint = async (email: string) => {
    await report((await mailsTo(email)).at(-1), 'complaint');
    const events = await takeMessages('mailEvents');
    for (const event of [...events.toReversed(), ...events]) await consume('recordMailEvent', event);
  };

  // Threat: Somebody mails many strangers in the name of the service
  test('stops mail of its sender; a second one about another sender stops all mail, and others see it as sent', async () => {
    const [acme, other, third] = [await inviting(), await inviting(), await inviting()];
    const email = someAddress();
    const inviteAndSend = async ({ invite }: typeof acme) => {
      const { mail } = await invite(email);
      await work('mail');
      return mail;
    };
    await inviteAndSend(acme);
    await complaint(email);
    await complaint(email);

    expect(await acme.first()).toMatchObject({ mail: 'delivered' });
    expect(await inviteAndSend(acme)).toBe('refused');
    expect(await inviteAndSend(other)).toBe('queued');
    expect(await mailsTo(email)).toHaveLength(2);
    await complaint(email);

    expect(await inviteAndSend(other)).toBe('refused');
    expect(await inviteAndSend(third)).toBe('queued');
    expect(await third.first()).toMatchObject({ mail: 'sent' });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('outlasts that the receiver stops and allows mail by its link', async () => {
    const [{ invite }, email] = [await inviting(), someAddress()];
    await invite(email);
    await work('mail');
    const url = stopUrl((await mailsTo(email))[0]);
    await fetch(url, { method: 'POST' });
    await complaint(email);

    await fetch(`${url}&allow=true`, { method: 'POST' });

    expect((await invite(email)).mail).toBe('refused');
  });
});

/** A person who shares documents of an organization, or documents outside of any. */
async function sharing(ofOrganization: boolean) {
  const { id, owner } = ofOrganization
    ? await storedOrganization()
    : { id: null, owner: await storedPerson() };
  const as = await byKey(owner, { organization_id: id });
  const newDocument = () => uploaded(call, { access_level: 'private' }, as);
  const share = (path: Awaited<ReturnType<typeof newDocument>>) =>
    call.createDocumentShare({ ...as, path, json: { email: someAddress() } });
  return { as, sender: id ?? owner.id, newDocument, share };
}

describe.for([
  ['an organization', true],
  ['a person outside any organization', false],
] as const)('the mails of a day of %s', ([, ofOrganization]) => {
  test('are as many as the quota when documents are shared at the same moment; all others are held', async () => {
    const { sender, newDocument, share } = await sharing(ofOrganization);
    await setQuota(sender, 3);
    const documents = await Promise.all(Array.from({ length: 10 }, newDocument));

    const shares = await Promise.all(documents.map((document) => share(document)));

    expect(shares.map(({ status }) => status)).toEqual(documents.map(() => 201));
    const mails = shares.map(({ body }) => body.mail);
    expect(mails.toSorted()).toEqual([...Array(7).fill('held'), ...Array(3).fill('queued')]);
    await work('mail');
    const sent = await Promise.all(shares.map(({ body }) => mailsTo(body.email)));
    expect(sent.flat()).toHaveLength(3);
  });

  test('do not count a mail that is sent again beyond the quota, and go out once when the quota allows them', async () => {
    const { as, sender, newDocument, share } = await sharing(ofOrganization);
    const document = await newDocument();
    await setQuota(sender, 0);
    const { status, body } = await share(document);
    expect([status, body.mail]).toEqual([201, 'held']);
    const path = { ...document, share_id: body.id };
    expect(await call.sendDocumentShare({ ...as, path })).toMatchObject(refused('quota_exceeded'));
    await work('mail');
    expect(await mailsTo(body.email)).toEqual([]);
    expect((await call.getDocumentShare({ ...as, path })).body.mail).toBe('held');
    await setQuota(sender, null);

    for (let sweep = 1; sweep <= 2; sweep++) {
      await stage.table.letTimePass(6 * 60_000);
      await stage.invoke('sweepDue', {});
      await work('mail');
    }

    expect(await mailsTo(body.email)).toHaveLength(1);
    expect((await call.getDocumentShare({ ...as, path })).body.mail).toBe('sent');
  });
});
