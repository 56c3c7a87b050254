import { describe, expect, onTestFinished, test } from 'vitest';
import { call, upload } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
import { Person } from '../support/person.ts';
import { sessionOf } from '../support/signedIn.ts';
import { base_url, noLocalProvider, signInWithCode } from '../support/signIn.ts';
import { unusedUrl } from '../support/webhooks.ts';

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
    expect((await call.listDocumentActivity({ path })).body.items[0]).toMatchObject({
      type: 'document.share_ended',
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
