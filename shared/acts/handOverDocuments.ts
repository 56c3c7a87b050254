import type { ActorId, DocumentId, OrganizationId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { findDocuments } from '../data/documents/deletedDocuments.ts';
import { listMadeBy } from '../data/documents/documentLists.ts';
import { type DocumentItem, replaceDocument } from '../data/documents/documents.ts';
import { staleCopiesOf, updateCopies } from '../data/rooms/copies.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import type { Audience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { transferRecords } from '../events/records/documents.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { log } from '../runtime/log.ts';
import { indexMark } from './indexMark.ts';

/**
 * A transaction has at most 100 items (Amazon DynamoDB, "TransactWriteItems"). Each document takes six items if it is private and in rooms
 * on a stage with search, and the organization's entry takes one.
 */
const documentsAtOnce = 16;

interface Transfer {
  readonly organizationId: OrganizationId;
  readonly from: ActorId;
  readonly to: User;
  readonly by: By;
  readonly audience: Audience | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * Hands all documents that a person made in an organization over to a member, in groups, until no document is left or time is up. Returns
 * their number, and whether more are left.
 */
export async function handOverDocuments(transfer: Transfer) {
  const { organizationId, from, to, until } = transfer;
  const done = { transferred: 0, has_more: false };
  for await (const ids of inGroups(listMadeBy(organizationId, from))) {
    done.has_more = Date.now() > until;
    if (done.has_more) break;
    done.transferred += await handOver(ids, transfer);
  }
  log.info('documents handed over', { organization_id: organizationId, from, to: to.id, ...done });
  return done;
}

/** Returns whether a person has documents in an organization that can be handed over. */
export async function hasDocumentsOf(organizationId: OrganizationId, from: ActorId): Promise<boolean> {
  for await (const ids of inGroups(listMadeBy(organizationId, from)))
    if ((await findDocuments([...new Set(ids)])).some(isMadeBy(from))) return true;
  return false;
}

const isMadeBy =
  (from: ActorId) =>
  ({ created_by }: DocumentItem): boolean =>
    created_by.id === from;

/** Fills groups across the parts of a list, so that a few documents of several parts form one group. */
async function* inGroups(parts: AsyncIterable<readonly DocumentId[]>): AsyncGenerator<DocumentId[]> {
  let waiting: DocumentId[] = [];
  for await (const part of parts) {
    waiting.push(...part);
    for (; waiting.length >= documentsAtOnce; waiting = waiting.slice(documentsAtOnce))
      yield waiting.slice(0, documentsAtOnce);
  }
  if (waiting.length > 0) yield waiting;
}

/**
 * Transfers some documents in one commit with an entry in the organization's activity, and returns the number of these documents. Skips
 * documents that no longer belong to the person: the list is eventually consistent, and another request may have come first.
 */
const handOver = (
  ids: readonly DocumentId[],
  { organizationId, from, to, by, audience }: Transfer,
): Promise<number> =>
  retryOnConflict(async () => {
    // While a document is transferred, the list may contain this document twice.
    const found = await findDocuments([...new Set(ids)]);
    const documents = found.filter(isMadeBy(from));
    const transferred = documents.length;
    if (transferred === 0) return 0;
    const moves = documents.map((document) => [document, { ...document, created_by: to }] as const);
    const marks = moves.map(([, after]) => indexMark(after, 'hides'));
    await commitChange({
      audience,
      records: [
        actRecord('documents.transferred', organizationId, by, { from, to: to.id, transferred }),
        ...moves.flatMap(([before, after]) => transferRecords(before, after, by)),
      ],
      writes: [
        ...moves.flatMap(([before, after]) => [replaceDocument(after), ...updatesOfCopies(before, after)]),
        ...marks.flatMap(({ writes }) => writes),
      ],
      announce: () => Promise.all(marks.map(({ announce }) => announce())),
    });
    return transferred;
  });

/** Copies in rooms are updated by the sweep: it is soon enough for a private document, which the room opens by its present creator. */
function updatesOfCopies(before: DocumentItem, after: DocumentItem) {
  const stale = staleCopiesOf(before, after);
  return stale ? [updateCopies(stale, Date.now())] : [];
}
