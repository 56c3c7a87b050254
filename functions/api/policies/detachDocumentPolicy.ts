import { changeable, noSuchPolicy } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { requireDetachable } from '../../../shared/access/retention.ts';
import { detachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import {
  getDocument,
  replaceDocument,
  withPoliciesWithRules,
} from '../../../shared/data/documents/documents.ts';
import { getAttachment, removeAttachment } from '../../../shared/data/policies/attachments.ts';
import { getPolicy } from '../../../shared/data/policies/policies.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { attachmentRecord } from '../../../shared/events/records.ts';
import { operation } from '../../../shared/http/operation.ts';
import { retentionOf } from '../../../shared/policies/retention.ts';

export const handler = operation(detachDocumentPolicy, ({ principal, path }) =>
  retryOnConflict(async () => {
    const [found, attached, policy, audience] = await Promise.all([
      getDocument(path.document_id),
      getAttachment(path.document_id, path.policy_id),
      principal.organization_id === null ? undefined : getPolicy(principal.organization_id, path.policy_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeable(found, principal);
    const attachment = existing(attached, noSuchPolicy);
    const detached = { ...attachment, policy: policy ?? attachment.policy };
    const ruled = { ...attachment, policy: { ...detached.policy, rules: policy?.rules ?? {} } };
    const now = Date.now();
    await requireDetachable(retentionOf([ruled], now), principal, now);

    await commitChange({
      audience,
      records: [attachmentRecord('policy.detached', detached, document, principal)],
      writes: [
        ...removeAttachment(attachment),
        ...(attachment.is_counted ? [replaceDocument(withPoliciesWithRules(document, -1))] : []),
      ],
    });
    return {};
  }),
);
