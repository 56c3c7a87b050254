import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DocumentId, Tenant, VersionId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { ProcessVersionMessage } from './messages.ts';

const queueUrl = environment('processingQueueUrl');

/** Asks for a version to be processed. One `tenant`'s files hold up nobody else's; absent when only the ids are known. */
export const sendProcessVersion = (
  { document_id, version_id }: ProcessVersionMessage,
  tenant?: Tenant,
): Promise<void> => send(queueUrl(), { document_id, version_id }, tenant ?? groupOfSwept);

/** Sends the message of a version that was just committed. Never throws: the due index sends it again when it is lost. */
export const announceVersion = (
  { document_id, id }: { readonly document_id: DocumentId; readonly id: VersionId },
  tenant: Tenant,
): Promise<void> => announce(queueUrl(), { document_id, version_id: id }, tenant);

/** Sends a version's message to one of the queues of processing. Never throws. */
export async function announce(url: string, message: ProcessVersionMessage, tenant: Tenant): Promise<void> {
  await send(url, message, tenant).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...message, error: String(error) }),
  );
}

async function send(QueueUrl: string, message: ProcessVersionMessage, MessageGroupId: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), MessageGroupId }));
}
