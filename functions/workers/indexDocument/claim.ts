import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { getDocumentAndAttachments } from '../../../shared/data/policies/attachments.ts';
import {
  acquireEntries,
  forgetDocument,
  hadWhole,
  type Indexed,
  notePages,
  releaseEntries,
  releaseUnwritten,
  type Written,
} from '../../../shared/data/search/indexed.ts';
import {
  endMark,
  getMarks,
  type IndexMark,
  isShown,
  noteWritten,
  shownAfterSeconds,
} from '../../../shared/data/search/marks.ts';
import type { Leased } from '../../../shared/data/work/leases.ts';
import { type OpenTexts, openTexts } from '../../../shared/files/keptTexts.ts';
import { announceLater } from '../../../shared/queues/indexing.ts';
import type { IndexDocumentMessage } from '../../../shared/queues/messages.ts';
import { log } from '../../../shared/runtime/log.ts';
import { type Current, fingerprintOf } from './common.ts';

/** A document whose entries this invocation writes or removes. */
export interface Claimed {
  readonly message: IndexDocumentMessage;
  /** Read before the document, so that they stand for no change that the worker has not seen. */
  readonly marks: readonly IndexMark[];
  readonly held: Leased<Indexed>;
  /** Undefined: searches may not find it, because it is deleted or no version is ready. */
  readonly shown: Shown | undefined;
}

export interface Shown extends Current {
  /**
   * `present`: the index has the entries of the pages, and keeps them. Undefined: the text is not kept yet. Then the document is marked
   * again.
   */
  readonly texts: OpenTexts | 'present' | undefined;
}

/**
 * Acquires the entries of a marked document until `until` (epoch milliseconds), and reads the document. Returns undefined if there is nothing
 * to do: the document has no mark any more, or another worker has its entries.
 */
export async function claim(message: IndexDocumentMessage, until: number): Promise<Claimed | undefined> {
  const { document_id, tenant } = message;
  const found = await getMarks(message);
  await Promise.all(found.filter((mark) => isShown(mark, Date.now())).map(endMark));
  const marks = found.filter(isUnwritten);
  if (marks.length === 0) return undefined;
  const held = await acquireEntries(document_id, tenant, Date.now(), until);
  // The worker that has the entries may have read the document before the last change.
  if (!held) return void (await announceLater(message, heldPauseSeconds));
  try {
    const current = await read(document_id);
    if (!current) return { message, marks, held, shown: undefined };
    if (marks.every(keepsPages) && hadWhole(held, fingerprintOf(current)))
      return { message, marks, held, shown: { ...current, texts: 'present' } };
    const texts = await openTexts(current.document.current_version.id);
    const pages = texts?.pages ?? 0;
    const isHeld = pages <= held.pages || (await notePages(held, pages));
    return isHeld ? { message, marks, held, shown: { ...current, texts } } : undefined;
  } catch (error) {
    await release({ held });
    throw error;
  }
}

/** The time after which a message is looked at again if another worker has the document. Most documents are written within a second. */
const heldPauseSeconds = 3;

const isUnwritten = ({ written_at_ms }: IndexMark): boolean => written_at_ms === undefined;
/** Returns whether the entries of pages may stay. After a change that hides the document, they are written in any case. */
const keepsPages = ({ kind, is_lost }: IndexMark): boolean => kind === 'shows' && is_lost !== true;

async function read(documentId: DocumentId): Promise<Current | undefined> {
  const { document, attachments } = await getDocumentAndAttachments(documentId);
  if (!document?.current_version) return undefined;
  const { current_version } = document;
  return { document: { ...document, current_version }, attachments };
}

/**
 * Records that the entries of a document were written, or removed if `written` is undefined, and removes the marks of the changes that they
 * have.
 */
export async function finish({ message, held, marks }: Claimed, written: Written | undefined): Promise<void> {
  const isHeld = await (written ? releaseEntries(held, written) : forgetDocument(held));
  // Another worker, which has the entries now, also removes the marks.
  if (!isHeld) return;
  await Promise.all(
    marks.map((mark) => (mark.kind === 'hides' ? noteWritten(mark, Date.now()) : endMark(mark))),
  );
  if (marks.some(({ kind }) => kind === 'hides')) await announceLater(message, shownAfterSeconds);
}

/** Releases a document whose entries were not all written. Never throws, because a lease ends by itself. */
export async function release({ held }: Pick<Claimed, 'held'>): Promise<void> {
  await releaseUnwritten(held).catch((error: unknown) =>
    log.warn('entries of a document not released', { document_id: held.document_id, error }),
  );
}
