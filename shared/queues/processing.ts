import { type DocumentId, isOrganization, type Tenant, type VersionId } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { ProcessVersionMessage } from './messages.ts';

const queueUrl = environment('processingQueueUrl');

/** Sends the message to process a version again. The sweep calls this function. */
export const sendProcessVersion = ({ document_id, version_id }: ProcessVersionMessage): Promise<void> =>
  sendMessage(queueUrl(), { document_id, version_id }, groupOfSwept);

/** A version whose message is to be sent. */
export interface Announced {
  readonly document_id: DocumentId;
  readonly id: VersionId;
}

/** Sends the message of a version that was just committed. Never throws, because the sweep sends a lost message again. */
export const announceVersion = (version: Announced, tenant: Tenant): Promise<void> =>
  announce(queueUrl(), version, tenant, { is_new: true });

/** Sends a version's message to a processing queue. The files of one `tenant` do not delay those of other tenants. Never throws. */
export async function announce(
  url: string,
  { document_id, id }: Announced,
  tenant: Tenant,
  kind: Pick<ProcessVersionMessage, 'is_new' | 'is_slow'>,
  delaySeconds = 0,
): Promise<void> {
  const ids = { document_id, version_id: id, ...(isOrganization(tenant) && { organization_id: tenant }) };
  const message = { ...ids, ...kind };
  await sendMessage(url, message, tenant, delaySeconds).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...message, error: String(error) }),
  );
}
