import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const sqs = new SQSClient();

export const handler = async ({ body: text }) => {
  const id = randomUUID();
  const MessageBody = JSON.stringify({ id, text });
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody }));
  return { statusCode: 202, body: id };
};
