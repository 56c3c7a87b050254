import { type ActorId, type DocumentId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { transferDocuments } from '../../../shared/contract/operations/organization.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { findDocument } from '../../../shared/data/deletedDocuments.ts';
import { listMadeBy } from '../../../shared/data/documentLists.ts';
import { replaceDocument } from '../../../shared/data/documents.ts';
import { getOrganizationAndMember, hasBelonged, isPerson } from '../../../shared/data/organizations.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { documentRecord } from '../../../shared/events/records.ts';
import { actingOrganization, requireOwner } from '../../../shared/http/access.ts';
import { notFound, wrongField } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { requirePowers } from '../../../shared/http/powers.ts';
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
  if (from !== principal.user.id) await requirePowers(principal, Date.now());
  const [belonged, { member }, audience] = await Promise.all([
    hasBelonged(organizationId, from),
    getOrganizationAndMember(organizationId, body.to),
    lookForAudience(organizationId),
  ]);
  if (!belonged) throw notFound('member', 'user_id');
  if (!member || !isPerson(member) || member.user_id === from)
    throw wrongField('to', 'must be another member of the organization, a person', body.to);

  const to: User = { id: member.user_id, type: 'user_account', name: member.name };
  /** Returns false for a document that is not theirs any more: a list is a moment behind, and another request may have come first. */
  const handOver = (documentId: DocumentId): Promise<boolean> =>
    retryOnConflict(async () => {
      const document = await findDocument(documentId);
      if (document?.created_by.id !== from) return false;
      const next = { ...document, created_by: to };
      await commitChange({
        audience,
        records: [documentRecord('document.updated', next, principal)],
        writes: [replaceDocument(next)],
      });
      return true;
    });

  let transferred = 0;
  let has_more = false;
  for await (const ids of listMadeBy(organizationId, from))
    for (let start = 0; start < ids.length && !has_more; start += concurrency) {
      has_more = Date.now() > until;
      if (has_more) break;
      const some = ids.slice(start, start + concurrency);
      const moved = await Promise.all(some.map(handOver));
      transferred += moved.filter(Boolean).length;
    }
  log.info('documents handed over', {
    organization_id: organizationId,
    from,
    to: to.id,
    transferred,
    has_more,
  });
  return answer({ transferred, has_more });
});
