import { changeable, noSuchPolicy } from '../../../shared/access/documents.ts';
import { powersRefusal } from '../../../shared/access/powers.ts';
import { stillKept } from '../../../shared/access/retention.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { detachPolicy } from '../../../shared/acts/detachPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { detachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(
  detachDocumentPolicy,
  notByShare(async ({ principal, path }) => {
    const now = Date.now();
    const outcome = await detachPolicy({
      documentId: path.document_id,
      policyId: path.policy_id,
      organizationId: principal.organization_id,
      by: principal,
      permit: (document) => changeable(document, principal),
      now,
      endingRefusal: () => powersRefusal(principal, now),
    });
    accepted(outcome, { not_attached: noSuchPolicy, kept: stillKept });
    return {};
  }),
);
