import { describe, expect, onTestFinished } from 'vitest';
import type { Share } from '../../shared/contract/resources/share.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const newAddress = (): string => `${crypto.randomUUID()}@example.org`;
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const soon = (): string => new Date(Date.now() + 1500).toISOString();
const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();
const unknownShare = 'shr_00000000000000000000000000';

/** Shares a document, by default without a mail. */
const share = (document_id: string, json: object = {}, request: CallRequest = {}) =>
  call.createDocumentShare({
    path: { document_id },
    json: { email: newAddress(), send_mail: false, ...json },
    ...request,
  });

/**
 * Shares a document, by default with a mail if the stage sends any. The address is of SES's simulator (Amazon SES, "Mailbox simulator").
 */
const mail = (document_id: string, send_mail?: boolean) =>
  share(document_id, { email: `success+${crypto.randomUUID()}@simulator.amazonses.com`, send_mail });

const shares = async (document_id: string, as: Actor = 'owner'): Promise<Share[]> =>
  (await call.listDocumentShares({ as, path: { document_id } })).body.items;

const pathOf = ({ id, document_id }: Share) => ({ document_id, share_id: id });

describe('createDocumentShare', () => {
  test('answers 201 with the share, its Location and its entity tag', async () => {
    const document = await upload();
    const email = newAddress();

    const answer = await share(document.id, { email: ` ${email.toUpperCase()} ` });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      document_id: document.id,
      email,
      url: document.service_url,
      expires_at: null,
      message: '',
      notify_me: false,
      rules: {},
      versions: 'current',
      mail: 'none',
      created_by: document.created_by,
      reads: 0,
      first_read_at: null,
      last_read_at: null,
    });
    expect(answer.body.id).toMatch(/^shr_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(answer.headers.get('location')).toMatch(`/v1/documents/${document.id}/shares/${answer.body.id}`);
    const { body, headers } = await call.getDocumentShare({ path: pathOf(answer.body) });
    expect(body).toEqual(answer.body);
    expect(headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test.for([
    ['a link to an address', { email: 'mailto:ada@example.com' }, 'invalid_value', 'email'],
    ['an end in the past', { expires_at: anHourAgo() }, 'invalid_value', 'expires_at'],
  ] as const)('refuses %s and shares nothing', async ([, json, code, param], { uploaded: document }) => {
    expect(await share(document.id, json)).toMatchObject(refused(code, param));

    expect(await shares(document.id)).toEqual([]);
  });

  test('sends no mail unless it was requested; a stage without mail refuses one', async ({
    uploaded: document,
  }) => {
    expect((await mail(document.id, false)).body.mail).toBe('none');
    const { mail: byDefault } = (await mail(document.id)).body;

    const wanted = await mail(document.id, true);

    if (byDefault === 'none') expect(wanted).toMatchObject(refused('invalid_value', 'send_mail'));
    else expect(wanted).toMatchObject({ status: 201, body: { mail: expect.toBeOneOf(['queued', 'held']) } });
  });

  test('refuses an address that has a share already, in any spelling', async ({ uploaded: document }) => {
    const { body: first } = await share(document.id);

    const second = await share(document.id, { email: first.email.toUpperCase() });

    expect(second).toMatchObject(refused('invalid_value', 'email'));
    expect(second.error?.message).toContain(
      'it does not end, it opens the current version, the file can be downloaded',
    );
    expect(await shares(document.id)).toEqual([first]);
  });

  test('makes one share of many requests for the same address at the same time', async ({
    uploaded: document,
  }) => {
    const email = newAddress();

    const answers = await Promise.all(Array.from({ length: 6 }, () => share(document.id, { email })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await shares(document.id)).toHaveLength(1);
  });

  test('refuses the address of the document’s creator', async () => {
    const document = await upload({ as: 'member' });
    const { items } = (await call.listOrganizationMembers()).body;
    const email = items.find(({ user_id }) => user_id.slice(4) === document.created_by.id.slice(5))?.email;

    expect(await share(document.id, { email })).toMatchObject(refused('invalid_value', 'email'));
  });

  test('is allowed to the creator if the document is outside of any organization', async () => {
    const document = await upload({ as: 'newcomer' });

    expect((await share(document.id, {}, { as: 'newcomer' })).status).toBe(201);
    expect(await shares(document.id, 'newcomer')).toHaveLength(1);
  });
});

describe('listDocumentShares', () => {
  test('shows the newest first, in pages of any size', async ({ uploaded: document }) => {
    const made: Share[] = [];
    for (let index = 0; index < 3; index++) made.unshift((await share(document.id)).body);

    expect(await shares(document.id)).toEqual(made);
    const path = { document_id: document.id };
    const pages = await walk((query) => call.listDocumentShares({ path, query }), { limit: '1' });
    expect(pages.flatMap(({ items }) => items)).toEqual(made);
  });
});

const ended = async (document_id: string, query: object = {}) =>
  (await call.listDocumentShares({ path: { document_id }, query: { ended: 'true', ...query } })).body.items;

describe('listDocumentShares?ended=true', () => {
  test('shows the latest end first, in pages of any size, with who ended it', async ({
    uploaded: document,
  }) => {
    const [open, first, last] = [
      (await share(document.id)).body,
      (await share(document.id, { expires_at: inAnHour() })).body,
      (await share(document.id)).body,
    ];
    const short = (await share(document.id, { expires_at: soon() })).body;
    await new Promise((resolve) => setTimeout(resolve, Date.parse(short.expires_at ?? '') + 1 - Date.now()));
    await call.deleteDocumentShare({ path: pathOf(last) });
    await call.deleteDocumentShare({ path: pathOf(first) });

    const by = document.created_by;
    const all = [
      { ...first, ended_at: expect.any(String), ended_by: by },
      { ...last, ended_at: expect.any(String), ended_by: by },
      { ...short, ended_at: short.expires_at, ended_by: null },
    ];
    expect(await ended(document.id)).toEqual(all);
    const path = { document_id: document.id };
    const pages = await walk((query) => call.listDocumentShares({ path, query }), {
      ended: 'true',
      limit: '1',
    });
    expect(pages.flatMap(({ items }) => items)).toEqual(all);
    expect(await shares(document.id)).toEqual([short, open]);
    // Its end is in the list already, and is not another person's act.
    await call.deleteDocumentShare({ path: pathOf(short) });
    expect(await ended(document.id)).toEqual(all);
  });

  test.for(['', 'True', '1'])('refuses the value “%s”', async (value, { uploaded: document }) => {
    const answer = await call.listDocumentShares({
      path: { document_id: document.id },
      query: { ended: value },
    });
    expect(answer).toMatchObject(refused('invalid_value', 'ended'));
  });
});

describe('updateDocumentShare', () => {
  const changes = { notify_me: true, rules: { watermark: true }, versions: 'all' } as const;

  test('changes the four fields that the entity tag covers, the rules as a whole', async ({
    uploaded: document,
  }) => {
    const { body: made, headers } = await share(document.id, {
      rules: { view_only: true, watermark: false },
    });
    expect(made.rules).toEqual({ view_only: true });
    const expires_at = inAnHour();

    const answer = await call.updateDocumentShare({
      path: pathOf(made),
      json: { expires_at, ...changes },
      headers: { 'If-Match': headers.get('etag') ?? '' },
    });

    expect(answer.body).toEqual({ ...made, expires_at, ...changes });
    expect(answer.headers.get('etag')).not.toBe(headers.get('etag'));
    const tags = new Set([answer.headers.get('etag')]);
    for (const json of [
      { expires_at: null },
      { notify_me: false },
      { rules: {} },
      { versions: 'current' },
    ] as const) {
      const { headers } = await call.updateDocumentShare({ path: pathOf(made), json });
      tags.add(headers.get('etag'));
      const late = { 'If-Match': answer.headers.get('etag') ?? '' };
      expect(await call.updateDocumentShare({ path: pathOf(made), json, headers: late })).toMatchObject(
        refused('precondition_failed', 'If-Match'),
      );
    }
    expect(tags.size).toBe(5);
    expect(await shares(document.id)).toEqual([{ ...made, rules: {} }]);
  });

  test('refuses an end in the past', async ({ uploaded: document }) => {
    const { body: made } = await share(document.id);
    const json = { expires_at: anHourAgo() };

    const answer = await call.updateDocumentShare({ path: pathOf(made), json });

    expect(answer).toMatchObject(refused('invalid_value', 'expires_at'));
    expect(await shares(document.id)).toEqual([made]);
  });
});

describe('deleteDocumentShare', () => {
  test('withdraws a share, which then answers 404 and is not listed', async ({ uploaded: document }) => {
    const [{ body: kept }, { body: withdrawn }] = [await share(document.id), await share(document.id)];

    expect(await call.deleteDocumentShare({ path: pathOf(withdrawn) })).toMatchObject({
      status: 200,
      body: {},
    });

    const gone = refused('resource_not_found', 'share_id');
    expect(await call.getDocumentShare({ path: pathOf(withdrawn) })).toMatchObject(gone);
    expect(await call.deleteDocumentShare({ path: pathOf(withdrawn) })).toMatchObject(gone);
    expect(await shares(document.id)).toEqual([kept]);
    const listed = { ...withdrawn, ended_at: expect.any(String), ended_by: withdrawn.created_by };
    expect(await ended(document.id)).toEqual([listed]);
    expect((await share(document.id, { email: withdrawn.email })).status).toBe(201);
    expect(await ended(document.id)).toEqual([]);
  });
});

describe('sendDocumentShare', () => {
  test('mails a share again, once for the same key; a stage without mail refuses', async ({
    uploaded: document,
  }) => {
    const { body: made } = await mail(document.id);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };

    const answer = await call.sendDocumentShare({ path: pathOf(made), headers });

    if (made.mail === 'none') {
      expect(answer).toMatchObject(refused('invalid_value', 'share_id'));
      return;
    }
    expect(answer).toMatchObject({ status: 200, body: { id: made.id, mail: 'queued' } });
    const again = await call.sendDocumentShare({ path: pathOf(made), headers });
    expect(again.body).toEqual(answer.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test('refuses to mail a share that has ended', async ({ uploaded: document }) => {
    const expires_at = new Date(Date.now() + 1500).toISOString();
    const { body: made } = await share(document.id, { expires_at });
    await new Promise((resolve) => setTimeout(resolve, 2000));

    const answer = await call.sendDocumentShare({ path: pathOf(made) });

    expect(answer).toMatchObject(refused('invalid_value', 'share_id'));
  });

  test('answers 404 for a share that was withdrawn', async ({ uploaded: document }) => {
    const { body: made } = await share(document.id);
    await call.deleteDocumentShare({ path: pathOf(made) });

    const answer = await call.sendDocumentShare({ path: pathOf(made) });

    expect(answer).toMatchObject(refused('resource_not_found', 'share_id'));
  });
});

test('a document that a policy retains can be shared, and its share withdrawn', async () => {
  const document = await upload();
  const policy = await addPolicy(undefined, {}, { legal_hold: true });
  onTestFinished(async () => void (await change(policy.id, { rules: {} })));
  await attach(document.id, policy.id);

  const { status, body: made } = await share(document.id);
  const withdrawn = await call.deleteDocumentShare({ path: pathOf(made) });

  expect([status, withdrawn.status]).toEqual([201, 200]);
});

test('a share is found only with the id of its document', async ({ uploaded: document }) => {
  const { body: made } = await share(document.id);
  const other = await upload();

  for (const share_id of [made.id, unknownShare])
    expect(await call.getDocumentShare({ path: { document_id: other.id, share_id } })).toMatchObject(
      refused('resource_not_found', 'share_id'),
    );
});
