import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { sqs } from './client.ts';
import type { PrepareCopyMessage } from './messages.ts';

const queueUrl = environment('preparationsQueueUrl');

/** Asks for a copy to be made. One `tenant`'s copies hold up nobody else's. */
export async function sendPrepareCopy(message: PrepareCopyMessage, tenant: Tenant): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(),
      MessageBody: JSON.stringify(message),
      MessageGroupId: tenant,
    }),
  );
}
