import type { DocumentId, Tenant, VersionId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { announce } from './processing.ts';

const queueUrl = environment('slowProcessingQueueUrl');

/** Leaves a version to the workers for files that take longer than ordinary ones. Never throws: the due index sends again what is lost. */
export const announceSlowVersion = (
  { document_id, id }: { readonly document_id: DocumentId; readonly id: VersionId },
  tenant: Tenant,
): Promise<void> => announce(queueUrl(), { document_id, version_id: id, is_slow: true }, tenant);
