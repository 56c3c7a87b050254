import { expect, test } from 'vitest';
import { type DocumentId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { markUnchanged } from '../../../shared/data/search/marks.ts';
import { writeEntries } from '../../../shared/search/engine.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { indexingStage, nameEngine } from '../../support/search/indexingStage.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import { type Outcome, runCommand } from '../admin/runCommand.ts';

const stage = await indexingStage();
const { engine, index, marks, reference, settle, uploadTexts, table } = stage;
const tenant = ulidOf(stage.credentials.organization_id);

async function admin(...argv: readonly string[]): Promise<Outcome> {
  await stage.catchUp();
  return runCommand(argv, { env: { DATA_DIR: stage.dataDirectory }, now: Date.now });
}
const record = async (...argv: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await admin(...argv, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
/** Runs `search check` as if the entries had been written long ago. Returns its exit code and the differences. */
async function check(): Promise<readonly [code: number, differences: readonly object[]]> {
  for (const { pk, sk } of await table.everything(({ pk }) => pk.startsWith('INDEXED#')))
    await table.set({ pk, sk }, 'indexed_at_ms', Date.now() - anyPauseMilliseconds);
  const { code, stdout } = await admin('search check', '--json');
  return [code, JSON.parse(stdout)];
}
const somewhere = ({ document_id, page }: IndexEntry): IndexEntry => {
  const entry = engine.entries.get(`${ulidOf(document_id)}-0`);
  if (!entry) throw new Error('The document has no entries.');
  const { title: _, ...others } = entry;
  return { ...others, page };
};

test('check finds nothing when documents and index agree, and rebuild marks all documents, which stay visible', async () => {
  const documents = [await uploadTexts(['one']), await uploadTexts(['two', 'three'])];
  await index();
  expect(await check()).toEqual([0, []]);

  expect(await record('search rebuild')).toMatchObject({ left_out: 0, marked_although_gone: 0 });

  const marked = await marks();
  for (const { id } of documents) expect(marked).toContain(`SEARCHDUE#${tenant} DOC#${ulidOf(id)}`);
  expect(marked.filter((key) => key.includes('HIDES#'))).toEqual([]);
  await settle();
  expect(await marks()).toEqual([]);
  expect(await check()).toEqual([0, []]);
});

test('rebuild makes an index again that is lost, and goes on where it was interrupted', async () => {
  const [first, second] = [await uploadTexts(['one']), await uploadTexts(['two'])];
  await index();
  await writeEntries([], [...engine.entries.values()]);
  expect(engine.entries.size).toBe(0);
  const began = new Date().toISOString();
  await markUnchanged({ document_id: first.id, tenant }, Date.now(), 'lost');
  await settle();

  const { left_out, marked } = (await record('search rebuild', '--since', began)) as Record<string, number>;

  expect(left_out).toBe(1);
  expect(await marks()).toHaveLength(marked ?? 0);
  expect(await marks()).toContain(`SEARCHDUE#${tenant} DOC#${ulidOf(second.id)}`);
  await settle();
  expect(Object.fromEntries(engine.entries)).toEqual(Object.fromEntries(await reference()));
});

test('rebuild --since writes a document again of which only the title was written since', async () => {
  const { id } = await uploadTexts(['one']);
  await index();
  await writeEntries([], [{ document_id: id, page: 1 }]);
  const began = new Date().toISOString();
  await stage.call.updateDocument({ path: { document_id: id }, json: { title: 'Annex' } });
  await settle();

  await record('search rebuild', '--since', began);

  expect(await marks()).toContain(`SEARCHDUE#${tenant} DOC#${ulidOf(id)}`);
  await settle();
  expect(Object.fromEntries(engine.entries)).toEqual(Object.fromEntries(await reference()));
});

test.for<readonly [string, change: (id: DocumentId) => Promise<unknown>, difference: object]>([
  [
    'without entries',
    (id) => table.remove({ pk: `INDEXED#${ulidOf(id)}`, sk: 'INDEXED' }),
    { difference: 'no entries' },
  ],
  [
    'with entries of another version',
    (id) => table.set({ pk: `INDEXED#${ulidOf(id)}`, sk: 'INDEXED' }, 'version_id', `ver_${'0'.repeat(26)}`),
    { difference: 'another version' },
  ],
  [
    'with an entry less',
    (document_id) => writeEntries([], [{ document_id, page: 1 }]),
    { difference: 'number of entries', collection: 1, entries: 2, expected: 3 },
  ],
  [
    'with an entry more',
    (document_id) => writeEntries([somewhere({ document_id, page: 7 } as IndexEntry)]),
    { difference: 'number of entries', collection: 1, entries: 4, expected: 3 },
  ],
])('check finds a document %s among others, and rebuild mends it', async ([, change, difference]) => {
  for (let number = 0; number < 4; number++) await uploadTexts(['one']);
  const { id } = await uploadTexts(['one', 'two']);
  await index();

  await change(id);

  expect(await check()).toEqual([1, [expect.objectContaining({ document_id: id, ...difference })]]);
  await writeEntries([], [{ document_id: id, page: 7 }]);
  await record('search rebuild');
  await settle();
  expect(await check()).toEqual([0, []]);
});

test('check finds entries of documents that the table does not know', async () => {
  const { id } = await uploadTexts(['one']);
  await index();
  const unknown = {
    ...somewhere({ document_id: id, page: 1 } as IndexEntry),
    document_id: `doc_${'0'.repeat(26)}`,
  } as const;
  await writeEntries([unknown]);

  const [code, differences] = await check();

  expect([code, differences]).toMatchObject([
    1,
    [{ difference: 'unknown documents', document_id: null, collection: 1 }],
  ]);
  await writeEntries([], [unknown]);
  expect(await check()).toEqual([0, []]);
});

test('on a stage without search the commands say so', async () => {
  await nameEngine(stage.dataDirectory, 'none');
  for (const command of ['search rebuild', 'search check']) {
    const { code, stderr } = await runCommand([command], { env: { DATA_DIR: stage.dataDirectory } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('This stage has no search.')]);
  }
});
