import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Share } from '../../../shared/contract/resources/share.ts';
import { setLimits } from '../../../shared/data/organizations/usage.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { mailOf, someAddress, stopUrl, subjectOf, textOf } from '../../support/mail.ts';
import { byKey, storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploadReady } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials, takeMessages } = stage;
const { clear, consume, mailsTo, work } = mailOf(stage);

/** An owner with a ready document, in their own organization or outside of any. */
async function sharing({ outside = false } = {}) {
  const { id, owner } = await storedOrganization();
  const sharer = outside ? await storedPerson() : owner;
  const as = await byKey(sharer);
  const access_level = outside ? 'private' : 'organization';
  const { id: document_id, version_id } = await uploadReady(stage, { title: 'Offer', access_level }, as);
  const pathOf = ({ id: share_id }: Pick<Share, 'id'>) => ({ document_id, share_id });
  return {
    id,
    sharer,
    document_id,
    versionPath: `/versions/${version_id}`,
    /** Attaches a policy that shows readers pictures of the pages only. */
    showPictures: async () => {
      const json = { name: 'As pictures', rules: { view_only: true } };
      const policy_id = (await call.createPolicy({ ...as, json })).body.id;
      await call.attachDocumentPolicy({ ...as, path: { document_id }, json: { policy_id } });
    },
    /** The address of the person who shares, which mails quote. */
    address: sharer.email?.toLowerCase() ?? '',
    share: (email: string, json: object = {}) =>
      call.createDocumentShare({ ...as, path: { document_id }, json: { email, ...json } }),
    send: (share: Share) => call.sendDocumentShare({ ...as, path: pathOf(share) }),
    now: async (share: Share) => (await call.getDocumentShare({ ...as, path: pathOf(share) })).body,
    update: (share: Share, json: object) => call.updateDocumentShare({ ...as, path: pathOf(share), json }),
    withdraw: (share: Share) => call.deleteDocumentShare({ ...as, path: pathOf(share) }),
    list: async () => (await call.listDocumentShares({ ...as, path: { document_id } })).body.items,
    remove: () => call.deleteDocument({ ...as, path: { document_id } }),
  };
}

/** A person with a proven address. They open documents with an API key that is bound to no organization. */
async function reading() {
  const person = await storedPerson({ proven_at: new Date().toISOString() });
  const { headers } = await storedApiKey(person);
  return {
    email: person.email ?? '',
    open: (document_id: string, below = '') =>
      stage.open(`/${below.endsWith('/download') ? 'v1/documents' : 'd'}/${document_id}${below}`, headers),
  };
}

beforeEach(clear);

afterEach(() => vi.useRealTimers());

describe('the mail of a share', () => {
  // Threat: Somebody mails many strangers in the name of the service
  test('names the sharer and the document, quotes the message, and links to the document', async () => {
    const [acme, email] = [await sharing(), someAddress()];
    const message = 'Please <b>read</b> this.\nBefore Friday.';
    const { body: made } = await acme.share(email, {
      message,
      expires_at: '2099-06-30T21:59:59Z',
      time_zone: 'Europe/Berlin',
    });
    expect(made).toMatchObject({ mail: 'queued' });

    const [body = ''] = await takeMessages('mail');
    await Promise.all([consume('sendMail', body), consume('sendMail', body)]);
    await consume('sendMail', body);

    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    const html = mail?.input.Content.Simple.Body.Html?.Data;
    expect(subjectOf(mail)).toBe(`${acme.sharer.name} shares “Offer” with you`);
    const text = textOf(mail);
    expect(text).toMatch(`${acme.sharer.name} shares a document with you`);
    expect(text).toContain('\n\n> Offer\n\n');
    expect(text).toContain('> Please <b>read</b> this.\n> Before Friday.');
    expect(text).toContain(made.url);
    expect(text).toContain('until the end of 30 June 2099, Berlin time');
    expect(html).toContain('Please &lt;b&gt;read&lt;/b&gt; this.');
    expect(html).toContain('<p dir="auto">');
    expect(stopUrl(mail)).toContain(`${credentials.base_url}/`);
    expect(await acme.now(made)).toMatchObject({ mail: 'sent' });
    await work('mailEvents');
    expect(await acme.list()).toMatchObject([{ id: made.id, mail: 'delivered' }]);
  });

  test('names the person when the document is outside of any organization', async () => {
    const [ada, email] = [await sharing({ outside: true }), someAddress()];
    await ada.share(email);

    await work('mail');

    const [mail] = await mailsTo(email);
    expect(textOf(mail)).toContain('through a document service:');
    expect(textOf(mail)).toContain(`Stop mail of ${ada.sharer.name}`);
    for (const method of ['GET', 'POST'])
      expect(await (await fetch(stopUrl(mail), { method })).text()).toContain(
        `<bdi>${ada.sharer.name}</bdi>`,
      );
    expect((await ada.share(someAddress())).body.mail).toBe('queued');
    expect((await ada.send((await ada.list())[1] ?? expect.unreachable())).body.mail).toBe('refused');
  });

  test.for([
    ['is withdrawn', async (acme, share) => acme.withdraw(share)],
    [
      'ends',
      async (acme, share) => {
        await acme.update(share, { expires_at: new Date(Date.now() + 1000).toISOString() });
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
      },
    ],
    ['is removed with its document', async (acme) => acme.remove()],
  ] satisfies [string, (acme: Awaited<ReturnType<typeof sharing>>, share: Share) => Promise<unknown>][])(
    'is not sent when the share %s before',
    async ([, change]) => {
      const [acme, email] = [await sharing(), someAddress()];
      const { body: made } = await acme.share(email);
      await change(acme, made);

      expect(await work('mail')).toBe(0);

      expect(await mailsTo(email)).toEqual([]);
    },
  );

  test('keeps its state after the item of the mail has expired, as long as the share is listed', async () => {
    const [acme, email] = [await sharing(), someAddress()];
    const { body: made } = await acme.share(email);
    await work('mail');
    await work('mailEvents');
    const isMail = ({ sender }: Record<string, unknown>) => sender === acme.id;
    for (const mail of (await stage.table.everything()).filter(isMail))
      await stage.table.set(mail, 'expires_at_seconds', 1);

    expect(await acme.now(made)).toMatchObject({ mail: 'delivered' });
    expect(await acme.list()).toMatchObject([{ id: made.id, mail: 'delivered' }]);
    const link = stopUrl((await mailsTo(email))[0]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(404);
  });

  test('keeps its state when the share changes, has that of the newest mail, and loses it with a new share', async () => {
    const [acme, email] = [await sharing(), someAddress()];
    const { body: made } = await acme.share(email);
    await work('mail');
    const [delivered = ''] = await takeMessages('mailEvents');

    const { body } = await acme.update(made, { notify_me: true });
    expect(body).toMatchObject({ mail: 'sent', notify_me: true });
    await acme.send(made);
    await consume('recordMailEvent', delivered);
    expect(await acme.now(made)).toMatchObject({ mail: 'queued' });
    await acme.withdraw(made);
    await takeMessages('mail');
    expect((await acme.share(email, { send_mail: false })).body.mail).toBe('none');
    expect(await takeMessages('mail')).toEqual([]);
  });
});

describe('the notice of the first reading', () => {
  test.for([
    ['a view', ''],
    ['a download', '?file=attachment'],
    ['a URL for a program', '/download'],
  ] as const)('is sent once, to the person who shared: %s', async ([, query]) => {
    const [acme, reader] = [await sharing(), await reading()];
    const { body: made } = await acme.share(reader.email, { notify_me: true, send_mail: false });
    const below = query === '/download' ? acme.versionPath + query : query;

    await Promise.all([reader.open(acme.document_id, below), reader.open(acme.document_id, below)]);
    await reader.open(acme.document_id);
    await work('mail');

    const [mail, ...others] = await mailsTo(acme.address);
    expect(others).toEqual([]);
    expect(subjectOf(mail)).toBe(`${made.email} has read “Offer”`);
    const { reads, first_read_at, last_read_at } = await acme.now(made);
    expect(reads).toBe(3);
    expect(textOf(mail)).toContain(String(first_read_at).slice(0, 16).replace('T', ' '));
    expect(Date.parse(last_read_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first_read_at ?? ''));
  });

  test('is sent for a view of a version, and for a picture of a page alone', async () => {
    const [acme, first, reader, other] = [await sharing(), await reading(), await reading(), await reading()];
    await acme.showPictures();
    await acme.share(first.email, { send_mail: false });
    await first.open(acme.document_id);
    await stage.drain('preparations');
    for (const { email } of [reader, other]) await acme.share(email, { notify_me: true, send_mail: false });

    await reader.open(acme.document_id, acme.versionPath);
    // Redirects to the picture.
    expect((await other.open(acme.document_id, `${acme.versionPath}/pages/1`)).status).toBe(303);
    await work('mail');

    const subjects = (await mailsTo(acme.address)).map(subjectOf);
    expect(subjects.toSorted()).toEqual(
      [reader, other].map(({ email }) => `${email.toLowerCase()} has read “Offer”`).toSorted(),
    );
  });

  test('is not sent without notify_me, nor for a later reading', async () => {
    const [acme, reader] = [await sharing(), await reading()];
    const { body: made } = await acme.share(reader.email, { send_mail: false });
    await reader.open(acme.document_id);
    await acme.update(made, { notify_me: true });

    await reader.open(acme.document_id);

    expect(await takeMessages('mail')).toEqual([]);
    expect(await acme.now(made)).toMatchObject({ reads: 2 });
  });

  test('is held beyond a quota, and not sent when the share was withdrawn', async () => {
    const [acme, reader, other] = [await sharing(), await reading(), await reading()];
    const { body: made } = await acme.share(other.email, { notify_me: true, send_mail: false });
    await other.open(acme.document_id);
    await acme.withdraw(made);
    await work('mail');
    await transact(setLimits(acme.id, { mails: 0 }));

    await acme.share(reader.email, { notify_me: true, send_mail: false });
    await reader.open(acme.document_id);
    await work('mail');

    expect(await mailsTo(acme.address)).toEqual([]);
    const notices = (await stage.table.everything()).filter(
      ({ sender, subject }) => sender === acme.id && Object(subject).kind === 'first_reading',
    );
    expect(notices.map(({ status, due_at_ms }) => [status, due_at_ms !== undefined]).toSorted()).toEqual([
      ['held', true],
      ['none', false],
    ]);
  });
});
