import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { Actor } from '../support/client.ts';
import { call, processedVersion, readyDocument } from '../support/documents.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { test as withinFile } from '../support/test.ts';
import { uploadForm } from '../support/uploads.ts';

const itemsOf = async (document_id: string, as: Actor = 'owner') =>
  (await call.listDocumentVersionDetails({ as, path: { document_id } })).body.items;
const bytesOf = (fixture: string) => Uint8Array.from(readFixture(fixture));
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const message = expect.stringMatching(/^[^.]+ upload [^.]+\.$/);

/** A fixture with the name of its upload, and what differs from a version that could be read. */
const files = [
  ['plain.pdf', 'Vertrag.pdf', 'Vertrag.pdf', {}],
  ['encrypted-aes256.pdf', '/tmp/a\u202eb.pdf', 'ab.pdf', { page_count: null, needs_password: true }],
  ['header-and-noise.pdf', '\u200b', null, { failure: { code: 'damaged', message } }],
  ['no-pages.pdf', 'C:\\x.pdf', 'x.pdf', { failure: { code: 'no_pages', message } }],
] as const;

test('tells versions by number, file name, pages and size, and says why they failed', async () => {
  const [[first]] = files;
  const { document_id } = await readyDocument({ payload: bytesOf(first) });
  for (const [file, name] of files.slice(1)) {
    const form = uploadForm({}, bytesOf(file), name);
    await processedVersion((await call.createDocumentVersion({ path: { document_id }, form })).body);
  }

  const { items: shown } = (await call.listDocumentVersions({ path: { document_id } })).body;
  const expected = files.map(([file, _, file_name, differing], index) => ({
    version_id: shown.at(-1 - index)?.id,
    number: index + 1,
    file_name: index === 0 ? 'contract.pdf' : file_name,
    page_count: 'failure' in differing ? null : 2,
    size_bytes: bytesOf(file).length,
    sha256: 'failure' in differing ? null : sha256Of(bytesOf(file)),
    failure: null,
    needs_password: false,
    ...differing,
  }));
  expect(await itemsOf(document_id)).toEqual(expected.toReversed());
});

withinFile('hides which file a version is from readers whose policies hide the file', async () => {
  const seers = async (rules: Rules) => {
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    await attach(document_id, (await addPolicy(undefined, {}, rules)).id);
    const actors = ['owner', 'admin', 'member', 'service_account'] as const;
    const seen = await Promise.all(actors.map(async (as) => (await itemsOf(document_id, as))[0]));
    for (const item of seen) expect(item).toMatchObject({ number: 1, page_count: 1, needs_password: false });
    return actors.filter((_, index) => {
      const { file_name, size_bytes, sha256 } = seen[index] ?? {};
      expect([3, 0]).toContain([file_name, size_bytes, sha256].filter((value) => value === null).length);
      return sha256 !== null;
    });
  };

  expect(await seers({ acknowledgement: 'I pass nothing on.' })).toEqual([
    'owner',
    'admin',
    'member',
    'service_account',
  ]);
  for (const rules of [{ view_only: true }, { watermark: true }])
    expect(await seers(rules)).toEqual(['owner', 'admin']);
});
