import { afterAll, beforeEach } from 'vitest';
import { type PolicyId, ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import type { SearchHit } from '../../../shared/contract/resources/searchHit.ts';
import { createDocument, type DocumentItem } from '../../../shared/data/documents/documents.ts';
import { endMark, getMarks } from '../../../shared/data/search/marks.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId, timeOf } from '../../../shared/data/table/ids.ts';
import { putTexts } from '../../../shared/files/keptTexts.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import { writeEntries } from '../../../shared/search/engine.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { tokensOf } from '../../../shared/search/tokens.ts';
import type { CallRequest } from '../callRequest.ts';
import { sharedStage } from '../stages/sharedStage.ts';
import { setVariables } from '../stages/stores.ts';
import { readyDocument } from '../storedDocuments.ts';
import { itemsOf, walk } from '../walk.ts';
import { engineStub } from './engineStub.ts';

/** A document that is ready, with the text of its pages. */
export interface Written {
  readonly document: DocumentItem;
  readonly version_id: VersionId;
  readonly pages: readonly string[];
}

/**
 * Stores a document with the text of its pages, and does not tell the engine of it.
 *
 * @param state what is different from a document that is ready
 */
export async function storeWritten(
  given: Parameters<typeof readyDocument>[0],
  pages: readonly string[],
  state: Partial<DocumentItem> = {},
): Promise<Written> {
  const version_id = newId('ver');
  const document = { ...readyDocument(given, { id: version_id, size_bytes: 1 }), ...state };
  const facts = { page_count: pages.length, has_text: true, truncated: false };
  await Promise.all([transact([createDocument(document)]), putTexts(version_id, facts, pages)]);
  return { document, version_id, pages };
}

/** Returns the entries of a document, as the index has them when it is up to date. */
export function entriesOf(
  { document, version_id, pages }: Written,
  policies: readonly PolicyId[] = [],
): IndexEntry[] {
  const { id, organization_id, created_by, access_level, title, description } = document;
  const common = {
    document_id: id,
    version_id,
    tenant: organization_id ?? created_by.id,
    created_by: created_by.id,
    access: access_level,
    policies: policies.slice(0, 20),
    policy_count: policies.length,
    created_at: timeOf(id),
  };
  const words = tokensOf(`${title}\n${description ?? ''}`);
  return [
    { ...common, page: 0, words, title: tokensOf(title) },
    ...pages.map((text, index) => ({ ...common, page: index + 1, words: tokensOf(text) })),
  ];
}

/** A stage with search, over an engine in this process, which is empty before each test. */
export async function searchStage() {
  const engine = await engineStub();
  afterAll(() => engine.close());
  beforeEach(() => engine.reset());
  const stage = await sharedStage({ environment: { searchEndpoints: engine.url } });
  const search = (q: string, request: CallRequest = {}) =>
    stage.call.search({ ...request, query: { q, ...request.query } });

  return {
    ...stage,
    engine,
    search,
    /** Puts the entries of a document into the engine, and ends its marks, as the worker does. */
    async index(written: Written, policies: readonly PolicyId[] = []): Promise<void> {
      engine.put(...entriesOf(written, policies));
      const { id, organization_id, created_by } = written.document;
      const tenant = ulidOf(organization_id ?? created_by.id);
      await Promise.all((await getMarks({ document_id: id, tenant })).map(endMark));
    },
    /** Makes searches use the engine of the local host. Returns the function that gives it entries. */
    useLocalEngine(): (entries: readonly IndexEntry[]) => Promise<void> {
      setVariables({
        searchEndpoints: stage.definitionOf('search').environment[environmentNames.searchEndpoints] ?? '',
      });
      return async (entries) => {
        await writeEntries(entries);
        await stage.catchUp();
      };
    },
    /** Ends the marks of all documents. */
    endMarks: () => stage.table.removeAll(({ pk }) => pk.startsWith('SEARCHDUE#')),
    /** Returns the hits on all pages of a search. */
    async all(q: string, request: CallRequest = {}, limit = 50): Promise<SearchHit[]> {
      const query = { ...request.query, limit: `${limit}` };
      return itemsOf(await walk((page) => search(q, { ...request, query: page }), query));
    },
  };
}
