import { describe, expect } from 'vitest';
import type { Share } from '../../shared/contract/resources/share.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const newAddress = (): string => `${crypto.randomUUID()}@example.org`;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const hour = 3_600_000;

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

const list = (document_id: string, query: Record<string, string>, as: Actor = 'owner') =>
  call.listDocumentShares({ as, path: { document_id }, query });
const shares = async (document_id: string, as: Actor = 'owner'): Promise<Share[]> =>
  (await list(document_id, {}, as)).body.items;
const ended = async (document_id: string) => (await list(document_id, { ended: 'true' })).body.items;
/** All items of the list in pages of one. */
const oneByOne = async (document_id: string, query: Record<string, string> = {}) =>
  (await walk((page) => list(document_id, page), { limit: '1', ...query })).flatMap(({ items }) => items);

const pathOf = ({ id, document_id }: Share) => ({ document_id, share_id: id });
const gone = refused('resource_not_found', 'share_id');

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
    // A share is found only with the id of its document.
    const elsewhere = { ...pathOf(answer.body), document_id: (await upload()).id };
    expect(await call.getDocumentShare({ path: elsewhere })).toMatchObject(gone);
  });

  test('makes one share of an address, in any spelling, also by many requests at the same time', async ({
    uploaded: { id },
  }) => {
    const email = newAddress();

    const answers = await Promise.all(Array.from({ length: 6 }, () => share(id, { email })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await shares(id)).toHaveLength(1);
    const again = await share(id, { email: email.toUpperCase() });
    expect(again).toMatchObject(refused('invalid_value', 'email'));
    expect(again.error?.message).toContain(
      'it does not end, it opens the current version, the file can be downloaded',
    );
  });

  test('refuses a link to an address, the creator’s address, and an end in the past', async () => {
    const { id, created_by } = await upload({ as: 'member' });
    const { items } = (await call.listOrganizationMembers()).body;
    const creators = items.find(({ user_id }) => user_id.slice(4) === created_by.id.slice(5))?.email;

    for (const [json, param] of [
      [{ email: 'mailto:ada@example.com' }, 'email'],
      [{ email: creators }, 'email'],
      [{ expires_at: fromNow(-hour) }, 'expires_at'],
    ] as const)
      expect(await share(id, json)).toMatchObject(refused('invalid_value', param));

    expect(await shares(id)).toEqual([]);
  });
});

test('listDocumentShares shows the newest first, and of ended ones the latest end with who ended it', async ({
  uploaded: { id, created_by: by },
}) => {
  const [open, first, last] = [
    (await share(id)).body,
    (await share(id, { expires_at: fromNow(hour) })).body,
    (await share(id)).body,
  ];
  const short = (await share(id, { expires_at: fromNow(1500) })).body;
  expect(await oneByOne(id)).toEqual([short, last, first, open]);
  await new Promise((resolve) => setTimeout(resolve, Date.parse(short.expires_at ?? '') + 1 - Date.now()));
  for (const one of [last, first])
    expect(await call.deleteDocumentShare({ path: pathOf(one) })).toMatchObject({ status: 200, body: {} });

  const all = [
    { ...first, ended_at: expect.any(String), ended_by: by },
    { ...last, ended_at: expect.any(String), ended_by: by },
    { ...short, ended_at: short.expires_at, ended_by: null },
  ];
  expect(await ended(id)).toEqual(all);
  expect(await oneByOne(id, { ended: 'true' })).toEqual(all);
  expect(await shares(id)).toEqual([short, open]);
  expect(await call.sendDocumentShare({ path: pathOf(short) })).toMatchObject(
    refused('invalid_value', 'share_id'),
  );
  // Its end is in the list already, and is not another person's act.
  await call.deleteDocumentShare({ path: pathOf(short) });
  expect(await ended(id)).toEqual(all);
  expect(await list(id, { ended: '1' })).toMatchObject(refused('invalid_value', 'ended'));
});

test('updateDocumentShare changes the four fields that the entity tag covers, the rules as a whole', async ({
  uploaded: { id },
}) => {
  const { body: made, headers } = await share(id, { rules: { view_only: true, watermark: false } });
  expect(made.rules).toEqual({ view_only: true });
  const expires_at = fromNow(hour);
  const changes = { expires_at, notify_me: true, rules: { watermark: true }, versions: 'all' } as const;
  const update = (json: object, tag?: string | null) =>
    call.updateDocumentShare({ path: pathOf(made), json, headers: tag ? { 'If-Match': tag } : {} });

  const answer = await update(changes, headers.get('etag'));

  expect(answer.body).toEqual({ ...made, ...changes });
  const tags = new Set([headers.get('etag'), answer.headers.get('etag')]);
  for (const json of [
    { expires_at: null },
    { notify_me: false },
    { rules: {} },
    { versions: 'current' },
  ] as const) {
    tags.add((await update(json)).headers.get('etag'));
    expect(await update(json, answer.headers.get('etag'))).toMatchObject(
      refused('precondition_failed', 'If-Match'),
    );
  }
  expect(tags.size).toBe(6);
  expect(await update({ expires_at: fromNow(-hour) })).toMatchObject(refused('invalid_value', 'expires_at'));
  expect(await shares(id)).toEqual([{ ...made, rules: {} }]);
});

test('deleteDocumentShare withdraws a share, which then answers 404 and is not listed', async ({
  uploaded: { id },
}) => {
  const { body: withdrawn } = await share(id);

  await call.deleteDocumentShare({ path: pathOf(withdrawn) });

  for (const answer of [
    await call.getDocumentShare({ path: pathOf(withdrawn) }),
    await call.deleteDocumentShare({ path: pathOf(withdrawn) }),
    await call.sendDocumentShare({ path: pathOf(withdrawn) }),
  ])
    expect(answer).toMatchObject(gone);
  expect(await shares(id)).toEqual([]);
  expect((await share(id, { email: withdrawn.email })).status).toBe(201);
  expect(await ended(id)).toEqual([]);
});

test('sendDocumentShare mails a share again, once for the same key; a stage without mail refuses', async ({
  uploaded: { id },
}) => {
  const { body: made } = await mail(id);
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
