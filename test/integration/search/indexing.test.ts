import { describe, expect, test } from 'vitest';
import { removePersonalDocuments } from '../../../infra/admin/erase/steps.ts';
import { type DocumentId, ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { getIndexed } from '../../../shared/data/search/indexed.ts';
import { listHidden, markUnchanged } from '../../../shared/data/search/marks.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { putTexts } from '../../../shared/files/keptTexts.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { textPdf } from '../../support/files/textPdf.ts';
import { storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { indexingStage } from '../../support/search/indexingStage.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';
import { uploadForm } from '../../support/uploads.ts';

const stage = await indexingStage();
const { addVersion, engine, expectAgreement, index, marks, messagesOf, uploadTexts, call } = stage;
const { organization_id, user_ids } = stage.credentials;

const pagesOf = (id: DocumentId): number[] =>
  [...engine.entries.values()].filter(({ document_id }) => document_id === id).map(({ page }) => page);

const indexed = async (texts: readonly string[], fields?: Readonly<Record<string, string>>) => {
  const document = await uploadTexts(texts, fields);
  await index();
  return document;
};

const newPolicy = async (): Promise<string> =>
  (await call.createPolicy({ json: { name: `Policy ${crypto.randomUUID()}` } })).body.id;

test('a document that was uploaded has an entry for its title and one for each page with words', async () => {
  const { id } = await indexed(['The landlord', '', '東京都']);

  await expectAgreement();
  const own = [...engine.entries].filter(([key]) => key.startsWith(ulidOf(id)));
  expect(own.map(([key, { words }]) => [key.slice(-1), words])).toEqual([
    ['0', 'agreement'],
    ['1', 'the landlord'],
    ['3', '東京 京都 都'],
  ]);
  expect(await getIndexed(id)).toMatchObject({ pages: 3, entries: 3, tenant: ulidOf(organization_id) });
});

type Change = (document: Document, path: { readonly document_id: DocumentId }) => Promise<unknown>;

/** Changes, and whether searches leave the document out until the index has the change. */
test.for<readonly [name: string, hides: boolean, change: Change]>([
  ['a new title', false, (_, path) => call.updateDocument({ path, json: { title: 'Annex' } })],
  ['a new description', false, (_, path) => call.updateDocument({ path, json: { description: 'Of 2026' } })],
  [
    'another access level',
    true,
    (_, path) => call.setDocumentAccessLevel({ path, json: { access_level: 'private' } }),
  ],
  [
    'an attached policy',
    true,
    async (_, path) => call.attachDocumentPolicy({ path, json: { policy_id: await newPolicy() } }),
  ],
  ['a new version with fewer pages', false, (document) => addVersion(document, ['only'])],
  ['a deletion', true, (_, path) => call.deleteDocument({ path })],
  [
    'a policy that is attached and detached',
    true,
    async (_, path) => {
      const policy_id = await newPolicy();
      await call.attachDocumentPolicy({ path, json: { policy_id } });
      await call.detachDocumentPolicy({ path: { ...path, policy_id } });
    },
  ],
  [
    'a version that is added and deleted',
    true,
    async (document, path) => {
      const version_id = await addVersion(document, ['only']);
      await call.deleteDocumentVersion({ path: { ...path, version_id } });
    },
  ],
  [
    'a deletion and a restoration',
    true,
    async (_, path) => {
      await call.deleteDocument({ path });
      await call.restoreDocument({ path });
    },
  ],
  [
    'a transfer',
    true,
    async () => {
      await stage.catchUp();
      return call.transferDocuments({
        path: { user_id: user_ids.owner },
        json: { to: user_ids.admin },
        as: 'owner',
      });
    },
  ],
])('the index follows %s', async ([, hides, change]) => {
  const document = await indexed(['one', 'two', 'three']);
  const { documentIds } = await listHidden([organization_id]);
  expect(documentIds).toEqual([]);

  await change(document, { document_id: document.id });

  expect((await listHidden([organization_id])).documentIds.includes(document.id)).toBe(hides);
  await index();
  await expectAgreement();
});

describe('the entries of pages', () => {
  const retitle = async (id: DocumentId, title: string) => {
    await call.updateDocument({ path: { document_id: id }, json: { title } });
    const before = engine.bulks.length;
    await index();
    return engine.bulks.slice(before);
  };

  test('stay when only the title changes, and the text is not read', async () => {
    const { id } = await indexed(['one', 'two']);
    stage.s3.faultOf = () => 'failing';

    expect(await retitle(id, 'Annex')).toEqual([1]);

    stage.mend();
    expect(await getIndexed(id)).toMatchObject({ pages: 2, entries: 3 });
    expect(await retitle(id, 'Draft')).toEqual([1]);
    await expectAgreement();
  });

  test('are written again after a worker that failed may have changed them', async () => {
    const { id } = await indexed(['one', 'two']);
    const set = (access_level: string) =>
      call.setDocumentAccessLevel({ path: { document_id: id }, json: { access_level } });
    await set('private');
    stage.toEngine.faultOf = ({ url }) => (url?.endsWith('/_bulk') ? 'unanswered' : undefined);
    expect(await stage.consume('indexDocument', ...(await messagesOf(id)))).toEqual([0]);
    stage.toEngine.mend();

    await set('organization');
    await index();

    await expectAgreement();
  });

  test('are written again if a worker of the release before has written them', async () => {
    const { id } = await indexed(['one', 'two']);
    await stage.table.set({ pk: `INDEXED#${ulidOf(id)}`, sk: 'INDEXED' }, 'indexed_at_ms', Date.now() + 1);

    expect(await retitle(id, 'Annex')).toEqual([3]);
  });
});

test('changes that the index does not have leave no mark', async () => {
  const document = await indexed(['one']);
  const path = { document_id: document.id };
  const version_id =
    document.current_version?.id ?? (await call.getDocument({ path })).body.current_version?.id;
  await addVersion(document, ['two']);
  await index();

  await call.updateDocumentVersion({
    path: { ...path, version_id: version_id ?? '' },
    json: { title: 'Draft' },
  });
  await call.deleteDocumentVersion({ path: { ...path, version_id: version_id ?? '' } });
  await call.updateDocument({ path, json: { title: document.title } });

  expect(await marks()).toEqual([]);
  expect(await messagesOf(document.id)).toEqual([]);
});

describe('a batch', () => {
  test('writes the entries of its documents in one request, and each document once', async () => {
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push((await uploadTexts(['one', 'two'], { title })).id);
    const messages = await messagesOf(...ids);
    const before = engine.bulks.length;

    expect(await stage.consume('indexDocument', ...messages, ...messages)).toEqual([]);

    expect(engine.bulks.slice(before)).toEqual([9]);
    await expectAgreement();
    expect(await stage.consume('indexDocument', ...messages)).toEqual([]);
    expect(engine.bulks.length).toBe(before + 1);
  });

  test('fails for the documents whose text cannot be read, and for no other', async () => {
    const [first, second] = [await uploadTexts(['one']), await uploadTexts(['two'])];
    const messages = [...(await messagesOf(first.id, second.id))].sort();
    const version_id = (await call.getDocument({ path: { document_id: first.id } })).body.current_version?.id;
    stage.s3.faultOf = ({ url }) => (url?.includes(ulidOf(version_id ?? 'ver_')) ? 'failing' : undefined);

    expect(await stage.consume('indexDocument', ...messages)).toEqual([0]);

    expect([pagesOf(first.id), pagesOf(second.id)]).toEqual([[], [0, 1]]);
    stage.mend();
    expect(await stage.consume('indexDocument', ...messages)).toEqual([]);
    await expectAgreement();
  });
});

test('a document that changes while it is indexed is indexed again, by the messages of its changes', async () => {
  const { id } = await uploadTexts(['one']);
  const [message = ''] = await messagesOf(id);
  let changes = 0;
  stage.toEngine.faultOf = async ({ url }) => {
    if (url === '/pages/_bulk' && ++changes <= 3)
      await call.updateDocument({ path: { document_id: id }, json: { title: `Title ${changes}` } });
    return undefined;
  };

  expect(await stage.consume('indexDocument', message)).toEqual([]);
  while (changes <= 3) await index();

  expect(engine.entries.get(`${ulidOf(id)}-0`)?.words).toBe('title 3');
  await expectAgreement();
});

test('a worker leaves a document to the one that has it, and looks again later', async () => {
  const { id } = await uploadTexts(['one']);
  const [message = ''] = await messagesOf(id);
  const seen: unknown[] = [];
  let isFirst = true;
  stage.toEngine.faultOf = async ({ url }) => {
    if (url === '/pages/_bulk' && isFirst) {
      isFirst = false;
      await call.setDocumentAccessLevel({ path: { document_id: id }, json: { access_level: 'private' } });
      const messages = await messagesOf(id);
      seen.push(messages.length, await stage.consume('indexDocument', ...messages), pagesOf(id));
    }
    return undefined;
  };

  expect(await stage.consume('indexDocument', message)).toEqual([]);

  expect(seen).toEqual([1, [], []]);
  await stage.settle();
  expect(engine.entries.get(`${ulidOf(id)}-1`)).toMatchObject({ access: 'private' });
  await expectAgreement();
});

test('a long text is written in several requests', async () => {
  const { id } = await uploadTexts(['one']);
  const [document] = await stage.table.partition(`DOC#${ulidOf(id)}`);
  const texts = Array.from({ length: 400 }, (_, number) => `${number} ${'word '.repeat(1200)}`);
  const facts = { page_count: texts.length, has_text: true, truncated: false };
  const { current_version } = document as unknown as { readonly current_version: { readonly id: VersionId } };
  await putTexts(current_version.id, facts, texts);
  const before = engine.bulks.length;

  await index();

  expect(engine.bulks.slice(before).reduce((sum, actions) => sum + actions, 0)).toBe(401);
  expect(engine.bulks.length - before).toBeGreaterThan(1);
  expect(pagesOf(id).length).toBe(401);
  await expectAgreement();
});

test('a document stays hidden until searches show what was written, and for a change meanwhile', async () => {
  const { id } = await indexed(['one']);
  const path = { document_id: id };
  const isHidden = async () => (await listHidden([organization_id])).documentIds.includes(id);
  const hide = async () => call.attachDocumentPolicy({ path, json: { policy_id: await newPolicy() } });
  await hide();
  const [message = ''] = await messagesOf(id);
  await stage.consume('indexDocument', message);
  const bulks = engine.bulks.length;

  await stage.consume('indexDocument', message);
  expect([await isHidden(), engine.bulks.length]).toEqual([true, bulks]);

  await hide();
  await stage.table.letTimePass(anyPauseMilliseconds, ({ pk }) => pk.startsWith('SEARCHDUE#'));
  await stage.consume('indexDocument', message);
  expect([await isHidden(), engine.bulks.length]).toEqual([true, bulks + 1]);

  await stage.table.letTimePass(anyPauseMilliseconds, ({ pk }) => pk.startsWith('SEARCHDUE#'));
  await stage.consume('indexDocument', message);
  expect([await isHidden(), engine.bulks.length]).toEqual([false, bulks + 1]);
  await expectAgreement();
});

test('documents of a person who is erased, and those of an organization that is removed, go from the index', async () => {
  const { id: ownOrganization, owner } = await storedOrganization();
  const person = await storedPerson();
  const stored = [
    readyDocument({ organization_id: ownOrganization }, { id: newId('ver'), size_bytes: 1 }),
    readyDocument(
      { organization_id: null, created_by: { id: person.id, type: 'user_account', name: person.name } },
      { id: newId('ver'), size_bytes: 1 },
    ),
  ];
  for (const document of stored) {
    await transact([createDocument(document)]);
    await markUnchanged({ document_id: document.id, tenant: ulidOf(tenantOf(document)) }, Date.now());
  }
  await stage.settle();
  expect(stored.map(({ id }) => pagesOf(id))).toEqual([[0], [0]]);
  await stage.catchUp();

  await removePersonalDocuments(person.id, Date.now());
  const { headers } = await storedApiKey(owner, { organization_id: ownOrganization });
  const named = { json: { name: 'Test' } };
  expect((await call.deleteOrganization({ as: null, headers, ...named })).status).toBe(200);
  await stage.table.letTimePass(40 * 24 * 60 * 60_000, ({ pk }) => pk === `ORG#${ulidOf(ownOrganization)}`);
  for (let round = 0; round < 3; round++) {
    await stage.catchUp();
    await stage.consume('removeDeleted', JSON.stringify({ organization_id: ownOrganization }));
  }
  await stage.settle();

  expect(stored.map(({ id }) => pagesOf(id))).toEqual([[], []]);
  await expectAgreement();
});

test('entries that were removed from the table with their document are removed from the index', async () => {
  const { id } = await indexed(['one', 'two']);
  await call.deleteDocument({ path: { document_id: id } });
  await messagesOf(id);
  stage.toEngine.faultOf = () => 'refusing';
  await stage.table.letTimePass(40 * 24 * 60 * 60_000, ({ pk }) => pk.startsWith('DOC#'));
  const removal = JSON.stringify({ document_id: id });
  expect(await stage.consume('removeDeleted', removal)).toEqual([]);
  expect(await stage.table.partition(`DOC#${ulidOf(id)}`)).toEqual([]);
  const [message = ''] = await messagesOf(id);
  expect(await stage.consume('indexDocument', message)).toEqual([0]);
  expect(pagesOf(id)).toEqual([0, 1, 2]);

  stage.toEngine.mend();
  await stage.table.letTimePass(anyPauseMilliseconds);
  await stage.settle();

  expect(pagesOf(id)).toEqual([]);
  await expectAgreement();
  expect(await getIndexed(id)).toBeUndefined();
});

test.for([
  [500, 1],
  [501, 2],
] as const)(
  'a file of %i pages that is ready sends %i messages, for its text and for its title',
  async ([pages, expected]) => {
    await call.createDocument({ form: uploadForm({ title: 'Agreement' }, textPdf(Array(pages).fill(''))) });
    const messages = await stage.takeMessages('processing');
    let sent = 0;
    stage.sqs.faultOf = (request) => {
      sent += Number(isCall('SendMessage')(request));
      return undefined;
    };

    await stage.consume('processVersion', ...messages);

    expect(sent).toBe(expected);
  },
);

test('a text that cannot be marked is not kept', async () => {
  const form = uploadForm({ title: 'Agreement' }, textPdf(['one']));
  const { id } = (await call.createDocument({ form })).body;
  await stage.consume('processVersion', ...(await stage.takeMessages('processing')));
  const [message = ''] = await stage.takeMessages('texts');
  let updates = 0;
  // The first update acquires the text.
  stage.dynamodb.faultOf = (request) =>
    isCall('UpdateItem')(request) && ++updates > 1 ? 'failing' : undefined;
  expect(await stage.consume('keepText', message)).toEqual([0]);
  stage.mend();

  await stage.table.letTimePass(anyPauseMilliseconds);
  expect(await stage.consume('keepText', message)).toEqual([]);
  await stage.settle();

  expect(pagesOf(id)).toEqual([0, 1]);
  await expectAgreement();
});
