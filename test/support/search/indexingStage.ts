import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { localStackFile } from '../../../infra/local/seed.ts';
import type { StackFile } from '../../../infra/local/stackFile.ts';
import type { PolicyId, VersionId } from '../../../shared/contract/identifiers.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import { type DocumentItem, documentItem } from '../../../shared/data/documents/documents.ts';
import type { Item } from '../../../shared/data/table/read.ts';
import { getTexts } from '../../../shared/files/keptTexts.ts';
import { entryId, type IndexEntry } from '../../../shared/search/entries.ts';
import { textPdf } from '../files/textPdf.ts';
import { type FaultyProxy, faultyProxy } from '../stages/faultyProxy.ts';
import { anyPauseMilliseconds, type FaultyStage, sharedFaultyStage } from '../stages/faultyStage.ts';
import { uploadForm } from '../uploads.ts';
import { type EngineStub, engineStub } from './engineStub.ts';
import { entriesOf } from './searchStage.ts';

export interface IndexingStage extends FaultyStage {
  readonly engine: EngineStub;
  /** The proxy in front of the engine. */
  readonly toEngine: FaultyProxy;
  /** Uploads a document whose pages have these texts, and keeps its text. It is marked then. */
  uploadTexts(texts: readonly string[], fields?: Readonly<Record<string, string>>): Promise<Document>;
  /** Uploads a version of a document, as `uploadTexts` does. */
  addVersion(document: Pick<Document, 'id'>, texts: readonly string[]): Promise<VersionId>;
  /** Takes all messages of the queue, and returns those about these documents. */
  messagesOf(...documentIds: readonly string[]): Promise<string[]>;
  /** Passes all messages of the queue to the worker, in batches of ten. Throws if one fails. */
  index(): Promise<void>;
  /** The keys of all marks, or of those whose changes the index does not have. */
  marks(are?: 'unwritten'): Promise<string[]>;
  /** Expects that the index has what is stored, and that nothing is left to do but to end marks when searches show it. Ends them. */
  expectAgreement(): Promise<void>;
  /** Does all work that is due, as if the sweep ran for an hour. */
  settle(): Promise<void>;
  /** Returns the entries that the index should have of what is stored, by their ids. */
  reference(): Promise<Map<string, IndexEntry>>;
}

/** A stage with search, over an engine in this process. */
export async function indexingStage(): Promise<IndexingStage> {
  const engine = await engineStub();
  const toEngine = await faultyProxy(engine.url);
  afterAll(async () => {
    await toEngine.close();
    await engine.close();
  });
  const stage = await sharedFaultyStage({ environment: { searchEndpoints: toEngine.endpoint } });
  await nameEngine(stage.dataDirectory, toEngine.endpoint);
  beforeEach(() => toEngine.mend());

  const index: IndexingStage['index'] = async () => {
    for (let messages = await stage.takeMessages('indexing'); messages.length > 0; ) {
      const failed = await stage.consume('indexDocument', ...messages.slice(0, 10));
      if (failed.length > 0) throw new Error(`${failed.length} documents were not indexed`);
      messages = messages.slice(10);
    }
  };
  const marks: IndexingStage['marks'] = async (are) =>
    (await stage.table.everything(({ pk }) => pk.startsWith('SEARCHDUE#')))
      .filter(({ written_at_ms }) => are === undefined || written_at_ms === undefined)
      .map(({ pk, sk }) => `${pk} ${sk}`);
  const settle = async () => {
    await stage.deliver(...(await stage.takeMessages('processing')));
    await stage.table.letTimePass(anyPauseMilliseconds, ({ pk }) => /^(SEARCHDUE|INDEXED)#/.test(pk));
    await stage.catchUp();
    await stage.invoke('sweepDue', {});
    await index();
  };
  const reference: IndexingStage['reference'] = async () => {
    const items = await stage.table.everything(({ pk }) => pk.startsWith('DOC#'));
    const entries = new Map<string, IndexEntry>();
    for (const document of items.filter(({ sk }) => sk === 'DOC'))
      for (const [id, entry] of await entriesFrom(z.parse(documentItem, document), items))
        entries.set(id, entry);
    return entries;
  };
  return {
    ...stage,
    engine,
    toEngine,
    index,
    marks,
    messagesOf: async (...documentIds) =>
      (await stage.takeMessages('indexing')).filter((body) => documentIds.some((id) => body.includes(id))),
    addVersion: async ({ id }, texts) => {
      const { body } = await stage.call.createDocumentVersion({
        path: { document_id: id },
        form: uploadForm({}, textPdf(texts)),
      });
      await stage.deliver(...(await stage.takeMessages('processing')));
      return body.id;
    },
    uploadTexts: async (texts, fields = {}) => {
      const form = uploadForm(
        { title: 'Agreement', access_level: 'organization', ...fields },
        textPdf(texts),
      );
      const { body } = await stage.call.createDocument({ form });
      await stage.deliver(...(await stage.takeMessages('processing')));
      return body;
    },
    settle,
    reference,
    expectAgreement: async () => {
      const expected = Object.fromEntries(await reference());
      expect(Object.fromEntries(engine.entries)).toEqual(expected);
      expect(await marks('unwritten')).toEqual([]);
      if ((await marks()).length > 0) await settle();
      expect(await marks()).toEqual([]);
      expect(Object.fromEntries(engine.entries)).toEqual(expected);
    },
  };
}

/** Names the engine to the operators' commands, until the file ends. `none`: the stage has no search */
export async function nameEngine(dataDirectory: string, SearchEndpoints: string): Promise<void> {
  const file = join(dataDirectory, localStackFile);
  const content = await readFile(file, 'utf8');
  const stack: StackFile = JSON.parse(content);
  await writeFile(file, JSON.stringify({ ...stack, outputs: { ...stack.outputs, SearchEndpoints } }));
  afterAll(() => writeFile(file, content));
}

/** Returns the entries of a stored document, by their ids. Pages without words have none. */
async function entriesFrom(document: DocumentItem, items: readonly Item[]): Promise<[string, IndexEntry][]> {
  const version_id = document.current_version?.id;
  if (!version_id) return [];
  const policies = items
    .filter(({ document_id, sk }) => document_id === document.id && String(sk).startsWith('ATTACHED#'))
    .map(({ policy }) => (policy as { readonly id: PolicyId }).id)
    .toReversed();
  const pages = (await getTexts(version_id, 1, 100_000))?.texts ?? [];
  return entriesOf({ document, version_id, pages }, policies)
    .filter(({ page, words }) => page === 0 || words !== '')
    .map((entry) => [entryId(entry.document_id, entry.page), entry]);
}
