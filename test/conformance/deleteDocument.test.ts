import { describe, expect, inject } from 'vitest';
import type { Actor } from '../support/client.ts';
import { apiKeys, call, readyDocument, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { changes, reads } from '../support/operationsOnDocument.ts';
import { session_cookies } from '../support/organizations.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const [policy_id = ''] = inject('credentials').policy_ids;
const remove = (document_id: string, as: Actor = 'owner', headers: Record<string, string> = {}) =>
  call.deleteDocument({ as, path: { document_id }, headers });

describe('a deleted document', () => {
  test('is not found by any operation, not even by its creator, as if it had never existed', async () => {
    const target = await readyDocument({ fields: { access_level: 'public' } });
    const { document_id } = target;
    await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id } });

    await remove(document_id);

    const path = { document_id };
    for (const as of ['owner', 'admin', 'member', 'outsider'] as const) {
      for (const { id, run } of [...reads, ...changes.filter((change) => change.id !== 'restoreDocument')])
        expect(await run(as, target), id).toMatchObject(refused('resource_not_found', 'document_id'));
      for (const answer of [
        await call.listDocumentPolicies({ as, path }),
        await call.attachDocumentPolicy({ as, path, json: { policy_id } }),
        await call.detachDocumentPolicy({ as, path: { ...path, policy_id } }),
        await call.getDocument({ as, path, headers: { 'If-None-Match': '*' } }),
      ])
        expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
    }
  });

  test('is not listed', async ({ uploaded: { id, created_at } }) => {
    const created_after = new Date(Date.parse(created_at) - 1).toISOString();
    const isListed = async () => idsOf(await allDocuments('member', { created_after })).includes(id);
    await eventually(isListed, (listed) => listed);

    await remove(id);

    await eventually(isListed, (listed) => !listed);
  });

  test('has no page and no file', async () => {
    const { document, document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
    const ask = (url: string, headers: Record<string, string>) =>
      fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
    const pages = [document.service_url, `${document.service_url}/versions/${version_id}`];
    const urls = pages.flatMap((url) => [url, `${url}?file=attachment`, `${url}?file=inline`]);
    const missing = document.service_url.replace(document_id, `doc_${'0'.repeat(26)}`);
    for (const url of urls) expect((await ask(url, {})).status).toBeLessThan(400);

    await remove(document_id);

    for (const url of urls) {
      const known = await ask(url, { Cookie: session_cookies.owner });
      const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
      const unknown = await ask(url, {});
      expect([known.status, json.status]).toEqual([404, 404]);
      // Visitors who are not signed in are asked to sign in, whether or not the document exists.
      expect(unknown.status).toBe((await ask(missing, {})).status);
      expect(unknown.headers.get('location')).not.toContain('X-Amz-Signature');
    }
  });

  test('cannot be deleted again', async ({ uploaded: { id } }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
  });

  test('is in a repeated answer of an earlier request, which does not restore it', async () => {
    const pdf = await makePdf();
    const form = () => uploadForm({ title: 'Once' }, pdf);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const more = { 'Idempotency-Key': crypto.randomUUID() };
    const created = await call.createDocument({ headers, form: form() });
    const path = { document_id: created.body.id };
    const version = await call.createDocumentVersion({ path, headers: more, form: form() });
    await remove(created.body.id);

    const again = await call.createDocument({ headers, form: form() });
    const versionAgain = await call.createDocumentVersion({ path, headers: more, form: form() });

    expect(again.body).toEqual(created.body);
    expect(versionAgain.body).toEqual(version.body);
    expect(await call.getDocument({ path })).toMatchObject(refused('resource_not_found', 'document_id'));
  });
});

test('changes during a deletion succeed or answer 404, and do not restore the document', async () => {
  const { id } = await upload();
  const path = { document_id: id };

  const [removed, ...others] = await Promise.all([
    remove(id),
    ...Array.from({ length: 5 }, (_, turn) =>
      call.updateDocument({ path, json: { title: `Renamed ${turn}` } }),
    ),
    call.generateDocumentEntryPage({ path }),
  ]);

  expect(removed?.status).toBe(200);
  for (const { status } of others) expect([200, 404]).toContain(status);
  expect(await call.getDocument({ path })).toMatchObject(refused('resource_not_found', 'document_id'));
});
