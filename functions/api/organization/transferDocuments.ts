import {
  type ActorId,
  type DocumentId,
  type OrganizationId,
  ulidOf,
} from '../../../shared/contract/identifiers.ts';
import { transferDocuments } from '../../../shared/contract/operations/organization.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import { retryOnConflict, unlessConflict } from '../../../shared/data/conflict.ts';
import { findDocument } from '../../../shared/data/deletedDocuments.ts';
import { listMadeBy } from '../../../shared/data/documentLists.ts';
import { replaceDocument } from '../../../shared/data/documents.ts';
import { belongingOf, getOrganizationAndMember, isPerson } from '../../../shared/data/organizations.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { type Audience, lookForAudience } from '../../../shared/events/outbox.ts';
import { actRecord, type By, transferRecords } from '../../../shared/events/records.ts';
import { actingOrganization, requireOwner } from '../../../shared/http/access.ts';
import { forbidden, notFound, wrongField } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { log } from '../../../shared/log.ts';

/** API Gateway waits for 29 s: the last documents, and the answer, have the rest. */
const budgetMilliseconds = 20_000;
/** Documents at the same time: fewer than the SDK's connections, and few enough for the table's partition of a list. */
const concurrency = 10;

export const handler = post(transferDocuments, async ({ principal, path, body, answer }) => {
  const until = Date.now() + budgetMilliseconds;
  const organizationId = actingOrganization(principal);
  requireOwner(principal);
  const from: ActorId = `user_${ulidOf(path.user_id)}`;
  const [belonging, { member }, audience] = await Promise.all([
    belongingOf(organizationId, from),
    getOrganizationAndMember(organizationId, body.to),
    lookForAudience(organizationId),
  ]);
  if (!belonging) throw notFound('member', 'user_id');
  if (!member || !isPerson(member) || member.user_id === from)
    throw wrongField('to', 'must be another member of the organization, a person', body.to);
  if (belonging === 'member' && member.user_id === principal.user.id)
    throw forbidden('Nobody may take over the documents of a member: hand them over to somebody else.');

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

/**
 * Hands documents over until there are no more, or time is up. What was handed over is on record in the organization's list, also when
 * the rest fails: each request has an entry with its own count.
 */
async function handOverAll(transfer: Transfer) {
  const { organizationId, from, to, by, until } = transfer;
  const done = { transferred: 0, has_more: true };
  const record = () => {
    const entry = actRecord('documents.transferred', organizationId, by, { from, to: to.id, ...done });
    // A conflict: an attempt before this one got through, and its answer was lost.
    return unlessConflict(commitChange({ records: [entry], writes: [] }));
  };
  try {
    for await (const ids of listMadeBy(organizationId, from))
      for (let start = 0; start < ids.length; start += concurrency) {
        if (Date.now() > until) return done;
        const some = ids.slice(start, start + concurrency);
        // Each document counts that was handed over, also beside one that failed.
        const outcomes = await Promise.allSettled(some.map((id) => handOver(id, transfer)));
        done.transferred += outcomes.filter(
          (outcome) => outcome.status === 'fulfilled' && outcome.value,
        ).length;
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      }
    done.has_more = false;
    return done;
  } finally {
    if (done.transferred > 0) await record();
    log.info('documents handed over', { organization_id: organizationId, from, to: to.id, ...done });
  }
}

/** Returns false for a document that is not theirs any more: a list is a moment behind, and another request may have come first. */
const handOver = (documentId: DocumentId, { from, to, by, audience }: Transfer): Promise<boolean> =>
  retryOnConflict(async () => {
    const document = await findDocument(documentId);
    if (document?.created_by.id !== from) return false;
    const next = { ...document, created_by: to };
    await commitChange({
      audience,
      records: transferRecords(document, next, by),
      writes: [replaceDocument(next)],
    });
    return true;
  });
