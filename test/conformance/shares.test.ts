import { describe, expect, onTestFinished } from 'vitest';
import type { Share } from '../../shared/contract/resources/share.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { problem, sameOrigin, session_cookies } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { Person } from '../support/person.ts';
import { refused } from '../support/refusals.ts';
import { sessionOf } from '../support/signedIn.ts';
import { base_url, noLocalProvider, signInWithCode } from '../support/signIn.ts';
import { test } from '../support/test.ts';
import { unusedUrl } from '../support/webhooks.ts';

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

/** A private document, which is shared with a person without an account who has just signed in. */
async function shared() {
  const { id: document_id } = await upload({ fields: { access_level: 'private' } });
  const [path, email] = [{ document_id }, someAddress()];
  const share = () => call.createDocumentShare({ path, json: { email, send_mail: false } });
  const { body } = await share();
  const person = new Person();
  await signInWithCode(person, email, `/d/${document_id}`);
  const { as } = sessionOf(person);
  return { path, email, share, shareId: body.id, person, as };
}

const unknown = { document_id: `doc_${'0'.repeat(26)}` };
const html = { headers: { Accept: 'text/html' } };

describe.skipIf(noLocalProvider)('the reader of a share', () => {
  test('ends it at once, and the record names the reader', async () => {
    const { path, email, share, shareId, as } = await shared();
    const { user } = (await call.getMe(as)).body;
    const byId = await call.deleteDocumentShare({ ...as, path: { ...path, share_id: shareId } });
    expect(byId.status).toBe(403);

    const { status, body } = await call.deleteOwnShare({ ...as, path });

    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect((await call.getDocument({ ...as, path })).status).toBe(404);
    expect((await call.listDocumentShares({ path })).body.items).toEqual([]);
    // The document may become ready at the same time.
    const { items } = (await call.listDocumentActivity({ path })).body;
    expect(items.find(({ type }) => type === 'document.share_ended')).toMatchObject({
      actor: { id: user.id, type: 'user_account' },
      document_id: path.document_id,
      details: { share_id: shareId, address: email },
    });
    expect(await call.deleteOwnShare({ ...as, path })).toMatchObject(problem(404));
    expect((await share()).status).toBe(201);
    expect((await call.getDocument({ ...as, path })).status).toBe(200);
  });

  test('ends it by the button on the page', async () => {
    const { path, shareId, person, as } = await shared();
    const { body: endpoint } = await call.registerWebhook({
      json: { url: unusedUrl, events: ['document.unshared'] },
    });
    onTestFinished(async () => void (await call.deleteWebhook({ path: { webhook_id: endpoint.id } })));
    const at = `${base_url}/d/${path.document_id}`;
    const [, action] =
      /<form method="post" action="([^"]*)">(?:(?!<\/form>).)*name="end"/s.exec(
        (await person.go(at, html)).text,
      ) ?? [];

    const ended = await person.submit(new URL(action ?? '', at).href, { end: shareId });

    expect(ended).toMatchObject({ status: 200, text: expect.stringContaining('Your access has ended') });
    expect((await person.go(at, html)).status).toBe(404);
    expect((await call.deleteOwnShare({ ...as, path })).status).toBe(404);
    expect((await person.submit(at, { end: shareId })).status).toBe(404);
  });

  // Threat: A share opens more than one document to one person, or goes on after its end
  test('gets 404 for a document that is shared with somebody else, not shared any more, or missing', async () => {
    const [own, others] = [await shared(), await shared()];
    await call.deleteDocumentShare({ path: { ...own.path, share_id: own.shareId } });

    for (const path of [own.path, others.path, unknown])
      expect(await call.deleteOwnShare({ ...own.as, path })).toMatchObject(problem(404));
    expect((await call.getDocument({ ...others.as, path: others.path })).status).toBe(200);
  });
});

const owner = { Cookie: session_cookies.owner, ...sameOrigin };
const member = { Cookie: session_cookies.member, ...sameOrigin };
const asPage = { Accept: 'text/html' };

test('forms of pages from before, which may still be open, change nothing, and lead to the console', async () => {
  const { id } = await upload();
  const path = { document_id: id };
  const send = (document_id: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${base_url}/d/${document_id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...asPage, ...headers },
      body: new URLSearchParams(fields),
    });

  for (const fields of [{ email: 'ada@example.org', until: '2099-12-31', send_mail: 'true' }, {}]) {
    for (const document_id of [id, `doc_${'0'.repeat(26)}`])
      for (const headers of [owner, member, sameOrigin]) {
        const answer = await send(document_id, { ...fields }, headers);
        expect(answer.status).toBe(410);
        expect(await answer.text()).toContain(`/app/documents/${document_id}`);
      }
    expect((await send('nothing', { ...fields }, owner)).status).toBe(404);
  }
  expect((await call.listDocumentShares({ path })).body.items).toEqual([]);
});

test('the page shows a reader who shared the document with them, until when, and the message', async () => {
  const { id: document_id } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const members = (await call.listOrganizationMembers()).body.items;
  const email = members.find(({ role }) => role === 'owner')?.email ?? '';
  const json = { email, expires_at: '2099-06-30T22:00:00Z', message: 'Please <b>read</b> this.' };

  const share = (await call.createDocumentShare({ as: 'member', path: { document_id }, json })).body;

  const page = await (
    await fetch(`${base_url}/d/${document_id}`, { headers: { ...asPage, ...owner } })
  ).text();
  expect(page).toContain(`${share.created_by.name}</bdi> shared this document with you until`);
  expect(page).toContain('30 June 2099');
  expect(page).toContain('Please &lt;b&gt;read&lt;/b&gt; this.');
});
