import {
  changeable,
  noOrganization,
  noSuchPolicy,
  stillChangeable,
} from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { attachPolicy } from '../../../shared/acts/attachPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import { attachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { post } from '../../../shared/http/post.ts';
import { presentAttachment } from '../../../shared/presentation/present.ts';

export const handler = post(
  attachDocumentPolicy,
  notByShare(async ({ principal, path, body, answer }) => {
    const outcome = await attachPolicy(
      {
        documentId: path.document_id,
        policyId: body.policy_id,
        organizationId: principal.organization_id,
        by: principal,
        attachedBy: principal.user,
        permit: (document) => changeable(document, principal),
      },
      (attachment, commit) => answer(presentAttachment(attachment), commit),
    );
    const wrong = (why: string) => () => wrongField('policy_id', why, body.policy_id);
    return accepted(outcome, {
      no_policy: noSuchPolicy,
      archived: wrong('is an archived policy: make the policy active first'),
      too_many_rules: wrong(tooMany),
      no_organization: noOrganization,
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);

const tooMany =
  `has rules, and ${policiesWithRulesMax} policies that had rules when they were attached are the most for a document: ` +
  'detach one of them first';
