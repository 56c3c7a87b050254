import type { FunctionSpec } from './spec.ts';

export const webhooks = {
  listWebhooks: {
    description: 'The webhook endpoints of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  registerWebhook: {
    description: 'Registers a webhook endpoint and makes its signing secret',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ORG#'], 'dynamodb:PutItem': ['ORG#', 'WEBHOOK#'] },
      webhookKey: ['kms:Encrypt'],
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    webhookTargets: true,
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
