import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DocumentId, Tenant, VersionId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { ProcessVersionMessage } from './messages.ts';

const queueUrl = environment('processingQueueUrl');

/** Asks for a version to be processed. One `tenant`'s slow files hold up nobody else's; absent when only the ids are known. */
export async function sendProcessVersion(
  { document_id, version_id }: ProcessVersionMessage,
  tenant?: Tenant,
): Promise<void> {
  const body: ProcessVersionMessage = { document_id, version_id };
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(),
      MessageBody: JSON.stringify(body),
      MessageGroupId: tenant ?? groupOfSwept,
    }),
  );
}

/** Sends the message of a version that was just committed. Never throws: the due index sends it again when it is lost. */
export async function announceVersion(
  { document_id, id }: { readonly document_id: DocumentId; readonly id: VersionId },
  tenant: Tenant,
): Promise<void> {
  const message = { document_id, version_id: id };
  await sendProcessVersion(message, tenant).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...message, error: String(error) }),
  );
}
