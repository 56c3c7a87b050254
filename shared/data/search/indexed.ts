import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type DocumentId,
  documentId,
  type Ulid,
  ulid,
  type VersionId,
  versionId,
} from '../../contract/identifiers.ts';
import { indexedKey, indexedPrefix } from '../keys/search.ts';
import { parseItem } from '../table/parse.ts';
import { readAs, readEach, scanAs } from '../table/read.ts';
import { hasRemoved } from '../table/update.ts';
import { acquireLease, changeWhileHeld, type Leased, lease, releaseLease } from '../work/leases.ts';

/**
 * What the search index may have of a document. The lease of this item lets one worker at a time write the entries of the document. The item
 * stays when the document is removed, until its entries are removed.
 */
const indexed = z.object({
  document_id: documentId,
  /** The ULID of the document's tenant. */
  tenant: ulid,
  /** The version whose pages have entries; null: the first worker has not ended yet. */
  version_id: z.nullable(versionId),
  /** The highest page that may have an entry. */
  pages: z.int(),
  /** The number of entries, also that of the title. */
  entries: z.int(),
  /** When all entries were written last (epoch milliseconds); 0: never. A new title alone changes nothing here. */
  indexed_at_ms: z.int(),
  /**
   * A fingerprint of what the entries of all pages were made of, and `indexed_at_ms`. A worker of an earlier release changes only
   * `indexed_at_ms`, so the two do not match any more. Absent while a worker has the entries: a killed worker may have written some of them.
   */
  whole: z.optional(z.string()),
  /** The value of `whole` when the present worker acquired the entries. Empty: it had none */
  whole_before: z.optional(z.string()),
  lease: z.optional(lease),
});
export type Indexed = z.infer<typeof indexed>;

export const getIndexed = (documentId: DocumentId): Promise<Indexed | undefined> =>
  readAs(indexed, indexedKey(documentId));

/** Reads what the index has of any number of documents. Documents of which it has nothing are left out. */
export const getAllIndexed = (documentIds: readonly DocumentId[]): Promise<Indexed[]> =>
  readEach(indexed, documentIds.map(indexedKey));

/** Scans the whole table for what the index has: for operators. The scan may miss changes of the last second. */
export const scanIndexed = (): AsyncGenerator<Indexed[]> =>
  scanAs(indexed, {
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': indexedPrefix },
  });

/**
 * Acquires the entries of a document until `until` (epoch milliseconds). Returns undefined when another worker has them.
 */
export async function acquireEntries(
  documentId: DocumentId,
  tenant: Ulid,
  now: number,
  until: number,
): Promise<Leased<Indexed> | undefined> {
  const wanted = { id: randomUUID(), until_ms: until };
  const item = await acquireLease(indexedKey(documentId), wanted, now, {
    set: { document_id: documentId, tenant },
    setOnce: { version_id: null, pages: 0, entries: 0, indexed_at_ms: 0 },
    copyOrEmpty: { whole_before: 'whole' },
    remove: ['whole'],
  });
  return item && { ...parseItem(indexed, item), lease: wanted };
}

/**
 * Returns whether the index had the entries of all pages of a document when the worker acquired them, made of what has this fingerprint, and no
 * worker has changed them since.
 */
export const hadWhole = ({ whole_before, indexed_at_ms }: Leased<Indexed>, fingerprint: string): boolean =>
  whole_before === wholeOf(fingerprint, indexed_at_ms);

const wholeOf = (fingerprint: string, indexedAt: number): string => `${fingerprint} ${indexedAt}`;

/** Notes, before they are written, that pages up to this one may have entries. Returns false when the lease was lost. */
export const notePages = ({ document_id, lease }: Leased<Indexed>, pages: number): Promise<boolean> =>
  changeWhileHeld(indexedKey(document_id), lease, { set: { pages } });

/** The entries that a worker has written. */
export interface Written {
  readonly version_id: VersionId;
  readonly pages: number;
  readonly entries: number;
  /** When all of them were written (epoch milliseconds). */
  readonly indexed_at_ms: number;
  /** What the entries of the pages were made of, beside their texts. Undefined: the text is not kept yet, so they have no entries. */
  readonly fingerprint: string | undefined;
}

/** Releases the entries of a document, after they were written. Returns false when the lease was lost. */
export const releaseEntries = (
  { document_id, lease }: Leased<Indexed>,
  { fingerprint, ...written }: Written,
): Promise<boolean> =>
  releaseLease(indexedKey(document_id), lease, {
    set: {
      ...written,
      ...(fingerprint !== undefined && { whole: wholeOf(fingerprint, written.indexed_at_ms) }),
    },
    remove: ['whole_before'],
  });

/** Forgets a document, after all its entries were removed. Returns false when the lease was lost. */
export const forgetDocument = ({ document_id, lease }: Leased<Indexed>): Promise<boolean> =>
  hasRemoved(indexedKey(document_id), 'lease.id', lease.id);

/** Releases the entries of a document, of which any number may have been written. */
export const releaseUnwritten = ({ document_id, lease }: Leased<Indexed>): Promise<boolean> =>
  releaseLease(indexedKey(document_id), lease);
