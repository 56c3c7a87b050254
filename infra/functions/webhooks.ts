import type { FunctionSpec } from './spec.ts';

/** Lets a function send messages to the workers that deliver to an endpoint. */
const callsWorkers = {
  deliveriesQueue: ['sqs:SendMessage'],
  slowDeliveriesQueue: ['sqs:SendMessage'],
} as const;

export const webhooks = {
  listWebhooks: {
    description: 'The webhook endpoints of an organization',
    grants: { table: { 'dynamodb:Query': ['ENDPOINTS#'] } },
  },
  registerWebhook: {
    description: 'Registers a webhook endpoint and makes its signing secret',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['ENDPOINTS#', 'ORG#', 'WEBHOOK#'],
      },
      webhookKey: ['kms:Encrypt'],
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    webhookTargets: true,
  },
  getWebhook: {
    description: 'A webhook endpoint with its state',
    grants: { table: { 'dynamodb:BatchGetItem': ['ENDPOINTS#', 'USER#'], 'dynamodb:Query': ['WEBHOOK#'] } },
  },
  updateWebhook: {
    description: 'Changes a webhook endpoint, disables it or enables it again',
    commits: 'entries and events',
    grants: {
      table: {
        /** Reads whether the endpoint's registrar may manage the organization (`ORG#`, `USER#`). */
        'dynamodb:BatchGetItem': ['ENDPOINTS#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['WEBHOOK#'],
        'dynamodb:PutItem': ['ENDPOINTS#', 'ORG#'],
      },
    },
    webhookTargets: true,
  },
  deleteWebhook: {
    description: 'Removes a webhook endpoint',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ENDPOINTS#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ENDPOINTS#', 'WEBHOOK#'],
      },
    },
  },
  rotateWebhookSecret: {
    description: 'Rotates the signing secret of a webhook endpoint',
    commits: 'entries',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ENDPOINTS#'], 'dynamodb:PutItem': ['ENDPOINTS#'] },
      webhookKey: ['kms:Encrypt'],
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
  },
  testWebhook: {
    description: 'Sends a test event to a webhook endpoint',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ENDPOINTS#'],
        'dynamodb:PutItem': ['EVENT#', 'WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#'],
      },
      ...callsWorkers,
    },
  },
  listWebhookDeliveries: {
    description: 'The deliveries to a webhook endpoint, with their attempts',
    grants: {
      table: {
        'dynamodb:GetItem': ['WEBHOOK#'],
        'dynamodb:BatchGetItem': ['ENDPOINTS#', 'WEBHOOK#'],
        'dynamodb:Query': ['WEBHOOK#'],
      },
      filterIndex: { 'dynamodb:Query': ['DELIVERIES#'] },
    },
  },
  resendWebhookDelivery: {
    description: 'Sends an event to a webhook endpoint again',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ENDPOINTS#', 'WEBHOOK#'],
        'dynamodb:PutItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#'],
      },
      ...callsWorkers,
    },
  },
  resendWebhookDeliveries: {
    description: 'Sends failed and skipped events to a webhook endpoint again',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ENDPOINTS#'],
        'dynamodb:Query': ['WEBHOOK#'],
        'dynamodb:PutItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#'],
      },
      ...callsWorkers,
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
