import { beforeEach, describe, expect, test } from 'vitest';
import {
  accessRequestDays,
  accessRequestMailsPerDay,
  accessRequestsMax,
} from '../../../shared/contract/limits.ts';
import { type CallerItem, createCaller, withoutProof } from '../../../shared/data/callers/callers.ts';
import { addressHashOf, stopMail } from '../../../shared/data/mail/mailBlocks.ts';
import { createAccessRequest, newAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { mailOf, stopUrl, subjectOf, textOf } from '../../support/mail.ts';
import {
  byKey,
  bySession,
  memberIdOf,
  ownedOrganization,
  person,
  storedApiKey,
  storedMember,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const stage = await sharedWatchedStage(['dynamodb', 'sqs']);
const { call, credentials, invoke, recorder, takeMessages } = stage;
const { mailsTo, work } = mailOf(stage);

beforeEach(async () => {
  await Promise.all((['mail', 'accessRequests'] as const).map(takeMessages));
});

const missing = () => newId('doc');

/** An organization with an owner, and a function that makes documents there. */
async function organization() {
  const { id, owner, by: as } = await ownedOrganization();
  const upload = async (access_level = 'private', by = as) =>
    (await uploaded(call, { title: 'Secret plan', access_level }, by)).document_id;
  const requests = async (document_id: Awaited<ReturnType<typeof upload>>, query = {}) =>
    (await call.listDocumentAccessRequests({ ...as, path: { document_id }, query })).body;
  return { id, owner, ownerEmail: owner.email ?? '', as, upload, requests };
}

/** A person with a session in a browser. */
async function browserOf(someone: CallerItem) {
  const { headers } = await storedSession(someone);
  return {
    open: (id: string) => stage.open(`/d/${id}`, headers),
    ask: (id: string, more: Record<string, string> = {}) =>
      stage.open(`/d/${id}/access`, { ...headers, ...more }, { method: 'POST' }),
  };
}

/** Runs the worker with all requests, each once; `atOnce`: at the same time. Resolves with the number of requests. */
async function record(atOnce = false): Promise<number> {
  const bodies = await takeMessages('accessRequests');
  const run = (body: string) =>
    invoke('recordAccessRequest', { Records: [{ messageId: 'message-1', body }] });
  if (atOnce)
    expect(await Promise.all(bodies.map(run))).toEqual(bodies.map(() => ({ batchItemFailures: [] })));
  else for (const body of bodies) expect(await run(body)).toEqual({ batchItemFailures: [] });
  return bodies.length;
}

async function askAs(someone: CallerItem, id: string): Promise<void> {
  const { status } = await (await browserOf(someone)).ask(id);
  expect(status).toBe(200);
}

const stored = async (someone: CallerItem) => (await transact(createCaller(someone)))[0];
const asPat = () => storedPerson({ name: 'Pay me at evil.example' });

describe('a request for access', () => {
  test('is mailed to the creator without a word of the person, is listed, and a share answers it', async () => {
    const { upload, requests, ownerEmail, as } = await organization();
    const endpoint = { url: 'https://hooks.example.com/', events: ['document.access_requested'] as const };
    await call.registerWebhook({ ...as, json: { ...endpoint, events: [...endpoint.events] } });
    const [id, pat] = [await upload(), await asPat()];
    const { open, ask } = await browserOf(pat);
    const { text: page } = await open(id);
    expect(page).toContain(
      `This link does not open for ${pat.email}. It may have been sent to somebody else, or be gone`,
    );
    expect(page).toContain(`action="/d/${id}/access"`);
    expect(page).not.toContain('Secret plan');

    await ask(id);
    await ask(id);
    await record();
    await work('mail');

    const { items } = await requests(id);
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^acr_/),
        email: pat.email,
        name: pat.name,
        created_at: expect.any(String),
      },
    ]);
    const [mail, ...others] = await mailsTo(ownerEmail);
    expect(others).toEqual([]);
    expect(subjectOf(mail)).toBe(`${pat.email} asks for access to “Secret plan”`);
    expect(textOf(mail)).toContain(`/app/documents/${id}`);
    expect(JSON.stringify(mail)).not.toContain('evil.example');
    expect(await mailsTo(pat.email ?? '')).toEqual([]);
    const path = { document_id: id };
    expect((await call.listDocumentActivity({ ...as, path })).body.items[0]).toMatchObject({
      type: 'document.access_requested',
      actor: { id: pat.id },
      details: { request_id: items[0]?.id, address: pat.email },
    });

    await call.createDocumentShare({ ...as, path, json: { email: pat.email ?? '', send_mail: false } });
    expect((await requests(id)).items).toEqual([]);
    await ask(id);
    await record();
    expect((await requests(id)).items).toEqual([]);
  });

  // Threat: A stranger learns which documents exist by asking for access
  test('gets the same answer by the same reads and writes whether or not the document exists', async () => {
    const { upload, as, owner, id: organization_id } = await organization();
    const pat = await asPat();
    const { open, ask } = await browserOf(pat);
    const deleted = await upload('organization');
    await call.deleteDocument({ ...as, path: { document_id: deleted } });
    const asked = await upload();
    await ask(asked);
    await record();
    const withEnd = await upload();
    const share = await call.createDocumentShare({
      ...as,
      path: { document_id: withEnd },
      json: { email: owner.email === null ? '' : `other-${owner.email}`, send_mail: false },
    });
    expect(share.status).toBe(201);
    const member = await storedMember(organization_id, 'member');
    const colleague = await browserOf(member);

    const seen = async (request: typeof open, id: string) => {
      recorder.take();
      const response = await request(id);
      const text = response.text.replaceAll(id, '<id>');
      const calls = recorder.take().map(({ name, calls: made }) => ({
        name,
        calls: made.map(({ name: call, readUnits, writeUnits }) => [call, readUnits, writeUnits]),
      }));
      const headers = [...response.headers].filter(
        ([name]) => !/^(date|content-length|x-request-id|x-amzn-requestid|x-ratelimit)/.test(name),
      );
      return { status: response.status, headers, text: text.replaceAll(/[0-9a-f-]{36}/g, '<uuid>'), calls };
    };
    for (const [request, ids] of [
      [open, [await upload(), await upload('organization'), deleted, asked, withEnd]],
      [ask, [await upload(), await upload('organization'), deleted, asked, withEnd]],
      [colleague.open, [await upload(), deleted]],
      [colleague.ask, [await upload(), deleted]],
    ] as const) {
      const expected = await seen(request, missing());
      for (const id of ids) expect(await seen(request, id)).toEqual(expected);
      expect(expected.status).toBe(request === open || request === colleague.open ? 404 : 200);
    }
  });

  type Organization = Awaited<ReturnType<typeof organization>>;
  test.for<[who: string, make: (there: Organization) => Promise<{ id: string; by?: CallerItem }>]>([
    ['for a missing document', async () => ({ id: missing() })],
    ['for a public document', async ({ upload }) => ({ id: await upload('public') })],
    ['by its creator', async ({ upload, owner }) => ({ id: await upload(), by: owner })],
    [
      'by a member who can open it',
      async ({ id, upload }) => ({ id: await upload('organization'), by: await storedMember(id, 'member') }),
    ],
    [
      'of a deleted organization',
      async ({ upload, owner }) => {
        const id = await upload('organization');
        const inBrowser = await bySession(owner, credentials);
        expect((await call.deleteOrganization({ ...inBrowser, json: { name: 'Test' } })).status).toBe(200);
        return { id };
      },
    ],
    [
      'for a private document whose creator has left',
      async ({ id, as, upload }) => {
        const maker = await storedMember(id, 'member');
        const document = await upload('private', await byKey(maker));
        await call.removeMember({ ...as, path: { user_id: memberIdOf(maker) } });
        return { id: document };
      },
    ],
    [
      'by a person whose address is not proven',
      async ({ upload }) => ({ id: await upload(), by: await stored(withoutProof(person())) }),
    ],
  ])('is dropped silently: %s', async ([, make]) => {
    const there = await organization();
    const { id, by = await asPat() } = await make(there);
    const body = JSON.stringify({ document_id: id, user_id: by.id, credential: 'session:x' });

    const Records = [{ messageId: 'message-1', body }];
    expect(await invoke('recordAccessRequest', { Records })).toEqual({ batchItemFailures: [] });

    const requests = (await stage.table.partition(`DOC#${id.slice(4)}`)).filter(({ sk }) =>
      sk.startsWith('ACCESSREQUEST#'),
    );
    expect(requests).toEqual([]);
    await work('mail');
    expect(await mailsTo(there.ownerEmail)).toEqual([]);
  });

  // Threat: A stranger floods the owners of documents with requests for access
  test('is limited for each document and each receiver, also of requests at the same time', async () => {
    const { upload, requests, ownerEmail } = await organization();
    const id = await upload();
    const now = Date.now();
    const seeded = async (count: number, at = now) => {
      for (let left = count; left > 0; left--) {
        const someone = await storedPerson();
        await transact([createAccessRequest(newAccessRequest({ id }, someone, someone.email ?? '', at), at)]);
      }
    };
    // Ended requests count for nothing.
    await seeded(2, now - accessRequestDays * 24 * 60 * 60_000);
    await seeded(accessRequestsMax - accessRequestMailsPerDay - 4);
    for (let count = 0; count < accessRequestMailsPerDay + 1; count++) await askAs(await asPat(), id);
    await record();
    for (let count = 0; count < 6; count++) await askAs(await asPat(), id);
    await record(true);

    await work('mail');
    expect(await mailsTo(ownerEmail)).toHaveLength(accessRequestMailsPerDay);
    const first = await requests(id, { limit: '15' });
    expect(first.items).toHaveLength(15);
    const { items, pagination } = await requests(id, { cursor: first.pagination.next_cursor });
    expect([items.length, pagination.has_more]).toEqual([accessRequestsMax - 15, false]);
    const created = [...first.items, ...items].map(({ created_at }) => created_at);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  // Threat: A stranger floods the owners of documents with requests for access
  test('is limited for each person, whether or not documents exist, without another answer', async () => {
    const { ask } = await browserOf(await asPat());

    const answers = new Set<string>();
    for (let count = 0; count < 22; count++) {
      const response = await ask(missing());
      answers.add(`${response.status} ${response.text.replaceAll(/doc_\w{26}|[0-9a-f-]{36}/g, '')}`);
    }

    expect(answers.size).toBe(1);
    expect(await takeMessages('accessRequests')).toHaveLength(20);
  });

  test('goes to the owners of the organization where the creator gets no mail, unless they stopped it', async () => {
    const { id, as, upload, ownerEmail } = await organization();
    const second = await storedMember(id, 'owner');
    const maker = await storedMember(id, 'member');
    const document = await upload('organization', await byKey(maker));
    await call.removeMember({ ...as, path: { user_id: memberIdOf(maker) } });
    await stopMail(addressHashOf(second.email ?? ''), id, Date.now());

    await askAs(await asPat(), document);
    await record();
    await work('mail');

    const counts = await Promise.all([ownerEmail, maker.email ?? '', second.email ?? ''].map(mailsTo));
    expect(counts.map((mails) => mails.length)).toEqual([1, 0, 0]);
    expect(stopUrl(counts[0]?.[0])).toContain('/mail?');
  });

  test('is declined without a mail, is gone then, and its mail is not sent', async () => {
    const { upload, requests, ownerEmail, as } = await organization();
    const [id, pat] = [await upload(), await asPat()];
    await askAs(pat, id);
    await record();
    const request_id = (await requests(id)).items[0]?.id ?? 'acr_';
    const path = { document_id: id, request_id };

    const reader = await storedPerson();
    await call.createDocumentShare({ ...as, path: { document_id: id }, json: { email: reader.email ?? '' } });
    const asReader = await byKey(reader);
    expect((await call.listDocumentAccessRequests({ ...asReader, path })).status).toBe(403);
    expect((await call.deleteDocumentAccessRequest({ ...asReader, path })).status).toBe(403);

    const declined = await call.deleteDocumentAccessRequest({ ...as, path });

    expect(declined).toMatchObject({ status: 200, body: {} });
    expect((await requests(id)).items).toEqual([]);
    expect(await call.deleteDocumentAccessRequest({ ...as, path })).toMatchObject({
      status: 404,
      error: { code: 'resource_not_found', param: 'request_id' },
    });
    await work('mail');
    for (const address of [ownerEmail, pat.email ?? '']) expect(await mailsTo(address)).toEqual([]);
    const { items } = (await call.listDocumentActivity({ ...as, path: { document_id: id } })).body;
    expect(items[0]).toMatchObject({ type: 'document.access_declined', details: { request_id } });
  });

  test('needs a person in a browser: no program, no other site, nobody who is not signed in', async () => {
    const pat = await asPat();
    const { ask } = await browserOf(pat);
    const at = `${credentials.base_url}/d/${missing()}/access`;
    const { headers } = await storedApiKey(pat);

    expect((await ask(missing(), { Origin: 'https://other.example' })).status).toBe(403);
    expect((await fetch(at, { method: 'POST', headers })).status).toBe(403);
    expect((await fetch(at, { method: 'POST' })).status).toBe(401);
    expect(await takeMessages('accessRequests')).toEqual([]);
  });
});
