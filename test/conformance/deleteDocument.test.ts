import { expect, inject } from 'vitest';
import { apiKeys, call, readyDocument, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { changes, reads } from '../support/operationsOnDocument.ts';
import { session_cookies } from '../support/organizations.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const [policy_id = ''] = inject('credentials').policy_ids;
const remove = (document_id: string) => call.deleteDocument({ path: { document_id } });
const gone = refused('resource_not_found', 'document_id');

test('a deleted document is not found by any operation, list or page, as if it had never existed', async () => {
  const target = await readyDocument({ fields: { access_level: 'public' } });
  const { document, document_id, version_id } = target;
  const path = { document_id };
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  const created_after = new Date(Date.parse(document.created_at) - 1).toISOString();
  const isListed = async () => idsOf(await allDocuments('member', { created_after })).includes(document_id);
  await eventually(isListed, (listed) => listed);
  const ask = (url: string, headers: Record<string, string>) =>
    fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
  const pages = [document.service_url, `${document.service_url}/versions/${version_id}`];
  const urls = pages.flatMap((url) => [url, `${url}?file=attachment`, `${url}?file=inline`]);
  const missing = document.service_url.replace(document_id, `doc_${'0'.repeat(26)}`);
  for (const url of urls) expect((await ask(url, {})).status).toBeLessThan(400);

  await remove(document_id);

  for (const as of ['owner', 'member', 'outsider'] as const) {
    for (const { id, run } of [...reads, ...changes.filter((change) => change.id !== 'restoreDocument')])
      expect(await run(as, target), id).toMatchObject(gone);
    for (const answer of [
      await call.listDocumentPolicies({ as, path }),
      await call.attachDocumentPolicy({ as, path, json: { policy_id } }),
      await call.detachDocumentPolicy({ as, path: { ...path, policy_id } }),
      await call.getDocument({ as, path, headers: { 'If-None-Match': '*' } }),
    ])
      expect(answer).toMatchObject(gone);
  }
  for (const url of urls) {
    const known = await ask(url, { Cookie: session_cookies.owner });
    const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
    const unknown = await ask(url, {});
    expect([known.status, json.status]).toEqual([404, 404]);
    // Visitors who are not signed in are asked to sign in, whether or not the document exists.
    expect(unknown.status).toBe((await ask(missing, {})).status);
    expect(unknown.headers.get('location')).not.toContain('X-Amz-Signature');
  }
  await eventually(isListed, (listed) => !listed);
});

test('a document is deleted once, and changes at the same time do not restore it', async () => {
  const { id } = await upload();
  const path = { document_id: id };

  const [removals, others] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, () => remove(id))),
    Promise.all([
      ...Array.from({ length: 5 }, (_, turn) =>
        call.updateDocument({ path, json: { title: `Renamed ${turn}` } }),
      ),
      call.generateDocumentEntryPage({ path }),
    ]),
  ]);

  expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of removals.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(gone);
  for (const { status } of others) expect([200, 404]).toContain(status);
  expect(await call.getDocument({ path })).toMatchObject(gone);
});
