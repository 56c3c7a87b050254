import { describe, expect } from 'vitest';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processed,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { session_cookies } from '../support/organizations.ts';
import { allVersions } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const pathOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });
const remove = (version: Version, as: Actor = 'owner', headers: Record<string, string> = {}) =>
  call.deleteDocumentVersion({ as, path: pathOf(version), headers });
const read = async (document_id: string, as: Actor = 'owner') =>
  (await call.getDocument({ as, path: { document_id } })).body;
const notFound = refused('resource_not_found', 'version_id');
const onlyOne = refused('invalid_value', 'version_id');

/** Makes a document with a ready version, and adds other versions; `broken` versions fail. Returns the added versions, oldest first. */
async function withVersions(
  added: readonly ('ready' | 'broken')[],
  { as = 'owner', access_level = 'organization' }: { as?: Actor; access_level?: string } = {},
) {
  const first = await readyDocument({ as, fields: { access_level } });
  const versions: Version[] = [];
  for (const kind of added)
    versions.push(
      await processedVersion(
        await uploadVersion({
          as,
          document_id: first.document_id,
          ...(kind === 'broken' && { payload: brokenPdf }),
        }),
        as,
      ),
    );
  const oldest = (
    await call.getDocumentVersion({
      as,
      path: { document_id: first.document_id, version_id: first.version_id },
    })
  ).body;
  return { ...first, oldest, versions };
}

/** Makes a document with two ready versions. */
async function withWrongFile(given: { as?: Actor; access_level?: string } = {}) {
  const { versions, ...more } = await withVersions(['ready'], given);
  const [wrong] = versions;
  if (!wrong) throw new Error('there is no second version');
  return { ...more, wrong };
}

test.for([
  { as: 'owner', creator: 'member' },
  { as: 'newcomer', creator: 'newcomer', access_level: 'private' },
] as const)(
  "lets the $as delete a wrong version of the $creator's document",
  async ({ as, creator, ...given }) => {
    const { document, oldest, wrong } = await withWrongFile({ as: creator, ...given });

    const { status, body } = await remove(wrong, as);

    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(await read(document.id, creator)).toEqual(document);
    expect(await allVersions(creator, document.id)).toEqual([oldest]);
    for (const reader of [as, creator]) {
      const path = pathOf(wrong);
      expect(await call.getDocumentVersion({ as: reader, path })).toMatchObject(notFound);
      expect(await call.updateDocumentVersion({ as: reader, path, json: {} })).toMatchObject(notFound);
      expect(await remove(wrong, reader)).toMatchObject(notFound);
    }
  },
);

describe('after the deletion of a version, the document is as if the version had never existed', () => {
  test('if it was the only ready one, the document is not ready any more', async () => {
    const { document_id, oldest, versions } = await withVersions(['broken']);

    await remove(oldest);

    expect(await read(document_id)).toMatchObject({ processing_status: 'failed', current_version: null });
    expect(await allVersions('owner', document_id)).toEqual(versions);
  });

  test('if it had failed and an older one is ready, the document stays ready', async () => {
    const { document, versions } = await withVersions(['broken']);

    for (const version of versions) await remove(version);

    expect(await read(document.id)).toEqual(document);
  });

  test('if it was between two others, the newest stays current', async () => {
    const { document_id, versions } = await withVersions(['ready', 'ready']);
    const [between, newest] = versions;
    const before = await read(document_id);

    if (between) await remove(between);

    expect(await read(document_id)).toEqual(before);
    expect(before.current_version?.id).toBe(newest?.id);
  });

  test('if it was being processed, the result is ignored', async () => {
    const { document, document_id, oldest } = await withVersions([]);
    const wrong = await uploadVersion({ document_id });

    expect((await remove(wrong)).status).toBe(200);
    // The worker processes this version after the deleted version.
    const next = await processedVersion(await uploadVersion({ document_id }));

    expect(await call.getDocumentVersion({ path: pathOf(wrong) })).toMatchObject(notFound);
    expect(await read(document_id)).toEqual({ ...document, current_version: { id: next.id } });
    expect(await allVersions('owner', document_id)).toEqual([next, oldest]);
  });

  test('if both were being processed and it was the first, the second makes the document ready', async () => {
    const { id } = await upload();
    const [first] = await allVersions('owner', id);
    const second = await uploadVersion({ document_id: id });

    if (first) await remove(first);

    expect(await processed(id)).toMatchObject({
      processing_status: 'ready',
      current_version: { id: second.id },
    });
  });

  test('with its number not given to another version', async () => {
    const { document_id, wrong } = await withWrongFile({ access_level: 'public' });
    await remove(wrong);

    const third = await processedVersion(await uploadVersion({ document_id }));

    const page = await (await fetch(third.service_url, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('Version 3');
  });

  test('also when the document is deleted and restored', async () => {
    const { document, document_id, oldest, wrong } = await withWrongFile();
    await remove(wrong);

    await call.deleteDocument({ path: { document_id } });
    expect(await remove(wrong)).toMatchObject(refused('resource_not_found', 'document_id'));
    const restored = await call.restoreDocument({ path: { document_id } });

    expect(restored.body).toEqual(document);
    expect(await allVersions('owner', document_id)).toEqual([oldest]);
  });
});

describe('a deleted version', () => {
  test('has no page, no pictures and no file any more', async () => {
    const { wrong } = await withWrongFile({ access_level: 'public' });
    const ask = (url: string, headers: Record<string, string> = {}) =>
      fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
    const { service_url } = wrong;
    const urls = [service_url, `${service_url}?file=attachment`, `${service_url}?file=inline`];
    for (const url of urls) expect((await ask(url)).status).toBeLessThan(400);

    await remove(wrong);

    for (const url of [...urls, `${service_url}/pages/1`]) {
      const visitor = await ask(url);
      const person = await ask(url, { Cookie: session_cookies.owner });
      const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
      expect([visitor.status, person.status, json.status]).toEqual([404, 404, 404]);
    }
  });
});

describe('a document always has a version', () => {
  test('so the only one cannot be deleted', async () => {
    const { document_id, oldest } = await withVersions([]);
    const before = await stateOf(document_id);

    expect(await remove(oldest)).toMatchObject(onlyOne);
    expect(await stateOf(document_id)).toEqual(before);
  });

  test('so one is left of several that are deleted at once', async () => {
    const { document_id, oldest, versions } = await withVersions(['ready', 'broken', 'ready']);

    const answers = await Promise.all([oldest, ...versions].map((version) => remove(version)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(onlyOne);
    expect(await allVersions('owner', document_id)).toHaveLength(1);
  });
});

describe('deletes nothing', () => {
  test.for([
    { what: 'under a legal hold', rules: { legal_hold: true } },
    { what: 'within its retention', rules: { retain_for_days: 2 } },
  ])('of a document $what, until that ends', async ({ rules }) => {
    const { document_id, wrong } = await withWrongFile({ as: 'member' });
    const policy = await addPolicy(undefined, {}, rules);
    await attach(document_id, policy.id);

    for (const as of ['owner', 'admin', 'member'] as const)
      expect(await remove(wrong, as)).toMatchObject(refused('insufficient_permissions'));
    expect((await call.getDocumentVersion({ path: pathOf(wrong) })).status).toBe(200);

    await change(policy.id, { rules: {} });
    expect((await remove(wrong, 'member')).status).toBe(200);
  });
});
