import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import type { AttachmentItem } from '../../../shared/data/policies/attachments.ts';
import { timeOf } from '../../../shared/data/table/ids.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { sha256Of } from '../../../shared/text/sha256.ts';

/** A document with what its entries are made of, beside the text of its pages. */
export interface Current {
  readonly document: DocumentItem & {
    readonly current_version: NonNullable<DocumentItem['current_version']>;
  };
  readonly attachments: readonly AttachmentItem[];
}

/** What all entries of a document have. */
export type Common = Omit<IndexEntry, 'page' | 'words' | 'title'>;

/** Returns a fingerprint of all that the entries of pages are made of, except the texts of the version. */
export const fingerprintOf = (current: Current): string => sha256Of(JSON.stringify(commonOf(current)));

export function commonOf({ document, attachments }: Current): Common {
  return {
    document_id: document.id,
    version_id: document.current_version.id,
    tenant: tenantOf(document),
    created_by: document.created_by.id,
    access: document.access_level,
    // A document with more counts as one with rules.
    policies: attachments.slice(0, policiesWithRulesMax).map(({ policy }) => policy.id),
    policy_count: attachments.length,
    created_at: timeOf(document.id),
  };
}
