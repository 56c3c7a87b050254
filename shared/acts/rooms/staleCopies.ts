import type { DocumentItem } from '../../data/documents/documents.ts';
import { staleCopiesOf, updateCopies } from '../../data/rooms/copies.ts';
import { announceStaleCopies } from '../../queues/removals.ts';

/**
 * Returns what the commit of a document's change needs for its copies in rooms: the writes that make their update due, and the function
 * that announces it. `after`: undefined if the document is deleted
 */
export function staleCopies(before: DocumentItem, after: DocumentItem | undefined) {
  const stale = staleCopiesOf(before, after);
  return {
    writes: stale ? [updateCopies(stale, Date.now())] : [],
    announce: () => announceStaleCopies(stale),
  };
}
