import { actingOrganization, requireOwner } from '../../../shared/access/documents.ts';
import { forbidden, notFound, wrongField } from '../../../shared/access/errors.ts';
import { requirePowers } from '../../../shared/access/powers.ts';
import {
  type ActorId,
  type DocumentId,
  type OrganizationId,
  ulidOf,
} from '../../../shared/contract/identifiers.ts';
import { transferDocuments } from '../../../shared/contract/operations/organization.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import { findDocuments } from '../../../shared/data/documents/deletedDocuments.ts';
import { listMadeBy } from '../../../shared/data/documents/documentLists.ts';
import { replaceDocument } from '../../../shared/data/documents/documents.ts';
import {
  belongingOf,
  getOrganizationAndMember,
  isPerson,
} from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { type Audience, loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { transferRecords } from '../../../shared/events/records/documents.ts';
import { actRecord, type By } from '../../../shared/events/records/record.ts';
import { post } from '../../../shared/http/post.ts';
import { log } from '../../../shared/runtime/log.ts';

/** API Gateway waits for 29 s. The remaining time is for the last documents and the answer. */
const budgetMilliseconds = 20_000;
/**
 * A transaction has at most 100 items (Amazon DynamoDB, "TransactWriteItems"). Each document takes four items, and the organization's entry
 * takes one.
 */
const documentsAtOnce = 20;

export const handler = post(transferDocuments, async ({ principal, path, body, answer }) => {
  const until = Date.now() + budgetMilliseconds;
  const organizationId = actingOrganization(principal);
  requireOwner(principal);
  const from: ActorId = `user_${ulidOf(path.user_id)}`;
  if (from !== principal.user.id) await requirePowers(principal, Date.now());
  const [belonging, { member }, audience] = await Promise.all([
    belongingOf(organizationId, from),
    getOrganizationAndMember(organizationId, body.to),
    loadAudience(organizationId),
  ]);
  if (!belonging) throw notFound('member', 'user_id');
  if (!member || !isPerson(member) || member.user_id === from)
    throw wrongField('to', 'must be another member of the organization, a person', body.to);
  if (belonging === 'member' && member.user_id === principal.user.id)
    throw forbidden('You cannot hand the documents of a member over to yourself. Choose another member.');

  const to: User = { id: member.user_id, type: 'user_account', name: member.name };
  return answer(await handOverAll({ organizationId, from, to, by: principal, audience, until }));
});

interface Transfer {
  readonly organizationId: OrganizationId;
  readonly from: ActorId;
  readonly to: User;
  readonly by: By;
  readonly audience: Audience | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Transfers documents in groups, until no document is left or time is up. */
async function handOverAll(transfer: Transfer) {
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

/** Fills groups across the pages of a list, so that a few documents on several pages form one group. */
async function* inGroups(pages: AsyncIterable<readonly DocumentId[]>): AsyncGenerator<DocumentId[]> {
  let waiting: DocumentId[] = [];
  for await (const page of pages) {
    waiting.push(...page);
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
    const documents = found.filter(({ created_by }) => created_by.id === from);
    const transferred = documents.length;
    if (transferred === 0) return 0;
    const moves = documents.map((document) => [document, { ...document, created_by: to }] as const);
    await commitChange({
      audience,
      records: [
        actRecord('documents.transferred', organizationId, by, { from, to: to.id, transferred }),
        ...moves.flatMap(([before, after]) => transferRecords(before, after, by)),
      ],
      writes: moves.map(([, after]) => replaceDocument(after)),
    });
    return transferred;
  });
