import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { getDocument, getDocuments } from '../../../shared/data/documents/documents.ts';
import { type IndexableDocument, scanDocuments } from '../../../shared/data/documents/everyDocument.ts';
import { getAllIndexed, getIndexed, type Indexed, scanIndexed } from '../../../shared/data/search/indexed.ts';
import { getMarks } from '../../../shared/data/search/marks.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { countAllEntries, countEntries } from '../../../shared/search/engine.ts';

/** A difference between documents and the entries in the search index, in the words that operators read. */
export interface Difference {
  readonly difference:
    | 'no entries'
    | 'another version'
    | 'no document'
    | 'number of entries'
    | 'unknown documents';
  /** null: the entries belong to no document that the table knows. */
  readonly document_id: DocumentId | null;
  /** The place of the collection in the setting, from 1; null: all. */
  readonly collection: number | null;
  readonly entries: number | null;
  readonly expected: number | null;
}

/** The number of documents whose entries are counted together. */
const countedTogether = 500;
/** Reading a page of items costs 128 read units. With this pause, the command uses at most 1,280 a second. */
const pageMilliseconds = 100;
/** By then, the engine counts an entry that was written. */
const shownMilliseconds = 60_000;

/**
 * Compares the documents with what the index has of them according to the table, and with the entries that the engine counts. Changes
 * nothing.
 */
export class Comparison {
  /** The numbers of documents with a ready version, and of their entries. */
  documents = 0;
  entries = 0;
  /** Documents that were not compared, because the worker has not indexed them yet, or only just now. */
  waiting = 0;
  #found = 0;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async *differences(): AsyncGenerator<Difference> {
    const before = await countAllEntries();
    for await (const page of scanDocuments()) {
      const pageOver = delay(pageMilliseconds);
      yield* this.#compare(page.filter(({ current_version }) => current_version !== null));
      await pageOver;
    }
    for await (const page of scanIndexed()) {
      const pageOver = delay(pageMilliseconds);
      const ready = new Set(
        (await getDocuments(page.map(({ document_id }) => document_id)))
          .filter(({ current_version }) => current_version !== null)
          .map(({ id }) => id),
      );
      for (const { document_id } of page) if (!ready.has(document_id)) yield* this.#look(document_id);
      await pageOver;
    }
    if (this.waiting > 0 || this.#found > 0) return;
    // Otherwise documents have changed meanwhile.
    for (const [index, all] of (await countAllEntries()).entries())
      if (all === before[index] && all !== this.entries)
        yield {
          difference: 'unknown documents',
          document_id: null,
          collection: index + 1,
          entries: all,
          expected: this.entries,
        };
  }

  async *#compare(documents: readonly IndexableDocument[]): AsyncGenerator<Difference> {
    this.documents += documents.length;
    const indexed = new Map(
      (await getAllIndexed(documents.map(({ id }) => id))).map((one) => [one.document_id, one]),
    );
    const counted: Indexed[] = [];
    for (const { id, current_version } of documents) {
      const one = indexed.get(id);
      if (one && one.version_id === current_version?.id) counted.push(one);
      else yield* this.#look(id);
    }
    for (let start = 0; start < counted.length; start += countedTogether)
      yield* this.#count(counted.slice(start, start + countedTogether));
  }

  /** Compares the number of entries of several documents, and of fewer until it finds those that differ. */
  async *#count(indexed: readonly Indexed[]): AsyncGenerator<Difference> {
    const expected = indexed.reduce((sum, { entries }) => sum + entries, 0);
    const counts = await countEntries(indexed.map(({ document_id }) => document_id));
    const [first] = indexed;
    if (counts.every((count) => count === expected)) this.entries += expected;
    else if (indexed.length === 1 && first) yield* this.#look(first.document_id);
    else {
      const half = Math.ceil(indexed.length / 2);
      yield* this.#count(indexed.slice(0, half));
      yield* this.#count(indexed.slice(half));
    }
  }

  /** Looks again at a document that seems to differ. It may have changed since it was read. */
  async *#look(documentId: DocumentId): AsyncGenerator<Difference> {
    const indexed = await getIndexed(documentId);
    const document = await getDocument(documentId);
    const tenant = document ? ulidOf(tenantOf(document)) : indexed?.tenant;
    if (tenant === undefined) return;
    const isMarked = (await getMarks({ document_id: documentId, tenant })).length > 0;
    if (isMarked || (indexed && this.#clock() - indexed.indexed_at_ms < shownMilliseconds)) {
      this.waiting += 1;
      return;
    }
    for (const one of await differencesOf(documentId, document?.current_version?.id, indexed)) {
      this.#found += 1;
      yield one;
    }
  }
}

/** `version_id`: the current version; undefined: searches may not find the document. */
async function differencesOf(
  document_id: DocumentId,
  version_id: Indexed['version_id'] | undefined,
  indexed: Indexed | undefined,
): Promise<Difference[]> {
  const ofAll = { document_id, collection: null, entries: indexed?.entries ?? 0, expected: null };
  if (!version_id) return indexed ? [{ difference: 'no document', ...ofAll }] : [];
  if (!indexed) return [{ difference: 'no entries', ...ofAll }];
  if (indexed.version_id !== version_id) return [{ difference: 'another version', ...ofAll }];
  const counts = await countEntries([document_id]);
  return counts.flatMap((entries, index) =>
    entries === indexed.entries
      ? []
      : {
          difference: 'number of entries',
          document_id,
          collection: index + 1,
          entries,
          expected: indexed.entries,
        },
  );
}
