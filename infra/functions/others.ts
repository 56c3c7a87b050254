import { polling } from '../grants.ts';
import { type FunctionSpec, wholeCpuMegabytes, withCommits } from './spec.ts';

const specs = {
  authorizer: {
    description: 'Says who is calling and counts; refuses only what comes past a trusted front',
    /** It reads who calls, counts the request and records a key's use (UpdateItem), and moves a session on (PutItem). */
    grants: {
      table: {
        'dynamodb:GetItem': ['KEY#', 'SESSION#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['USER#', 'ORG#'],
        'dynamodb:PutItem': ['SESSION#'],
        'dynamodb:UpdateItem': ['RATE#', 'KEYUSE#'],
      },
    },
    timeoutSeconds: 10,
  },
  processVersion: {
    description: 'Reads an uploaded PDF and decides whether its version is ready or failed',
    /** It acquires a slot for a slow file with UpdateItem. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'SLOW#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['SLOW#'],
      },
      uploads: ['s3:GetObject'],
      direct: ['s3:GetObject'],
      payloads: ['s3:PutObject'],
      /** Without it, S3 answers 403 instead of 404 for an object that is not there (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: polling,
      slowProcessingQueue: [...polling, 'sqs:SendMessage'],
    },
    /** Its thread may take three fifths of it: a PDF of the largest size, unpacked, many times over. */
    memoryMegabytes: wholeCpuMegabytes,
    timeoutSeconds: 60,
  },
  fanOutEvent: {
    description: 'Writes a delivery for each webhook endpoint that an event is for, and calls workers',
    /** It wakes the endpoints' lanes with UpdateItem, and disables endpoints whose registrars may not manage any more. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['EVENT#', 'ORG#', 'USER#'],
        'dynamodb:GetItem': ['WEBHOOK#', 'FORMAT'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['WEBHOOK#', 'ORG#'],
        'dynamodb:BatchWriteItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#'],
      },
      eventsQueue: polling,
      deliveriesQueue: ['sqs:SendMessage'],
      slowDeliveriesQueue: ['sqs:SendMessage'],
    },
    timeoutSeconds: 30,
  },
  deliverWebhook: {
    description: 'Delivers to one webhook endpoint everything that is due, signed',
    /** It acquires the endpoint's lane and a slot of its host with UpdateItem, and takes a delivery out of the schedule with DeleteItem. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['WEBHOOK#', 'HOST#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['WEBHOOK#', 'EVENT#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['WEBHOOK#', 'ORG#'],
        'dynamodb:PutItem': ['WEBHOOK#', 'ORG#'],
        'dynamodb:BatchWriteItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#', 'HOST#'],
        'dynamodb:DeleteItem': ['WEBHOOK#'],
      },
      deliveriesQueue: [...polling, 'sqs:SendMessage'],
      slowDeliveriesQueue: [...polling, 'sqs:SendMessage'],
      webhookKey: ['kms:Decrypt'],
    },
    webhookTargets: true,
    /** Three for each endpoint of a batch: a name server that does not answer holds up no other name. */
    threads: 32,
    /**
     * It mostly waits, but a hundred connections at once, ten for each endpoint of a batch, are 0.2 s of a vCPU (2 ms
     * for each TLS handshake, measured). With this share of one they take 0.4 s; with half of it, our own slowness would
     * look like that of endpoints, which are called slow after 1 s.
     */
    memoryMegabytes: 1024,
    /** 35 s of attempts, the rest for the last of them and for recording it. */
    timeoutSeconds: 75,
  },
  removeDeleted: {
    description:
      'Removes deleted documents and organizations that cannot be restored any more, with their files',
    /**
     * It completes the deletion of an organization (PutItem on ORG# and USER#), ends the keys that are bound to one, and has a
     * document's tenant counted (UpdateItem). No other function may remove a file.
     */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'KEY#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#', 'PAGES#'],
        'dynamodb:Query': ['DOC#', 'ORG#', 'WEBHOOK#', 'USAGE#'],
        'dynamodb:PutItem': ['DOC#', 'ORG#', 'USER#', 'KEY#'],
        'dynamodb:BatchWriteItem': ['DOC#', 'ORG#', 'WEBHOOK#', 'USAGE#', 'PAGES#'],
        'dynamodb:DeleteItem': ['DOC#', 'ORG#', 'KEY#', 'KEYS#', 'KEYUSE#', 'USER#', 'USAGE#'],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#', 'POLICY#', 'KEYS#', 'MEMBERSHIPS#'] },
      payloads: ['s3:DeleteObject'],
      entryPages: ['s3:DeleteObject'],
      pages: ['s3:DeleteObject'],
      removalsQueue: polling,
    },
    timeoutSeconds: 60,
  },
  prepareCopy: {
    description: "Makes of a version's file what is shown to readers in its place",
    /** It claims the pages of a version, or a reader's copy, and notes how far it is, with UpdateItem. */
    grants: {
      table: {
        'dynamodb:GetItem': ['FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:UpdateItem': ['PAGES#', 'STAMPED#'],
      },
      payloads: ['s3:GetObject'],
      pages: ['s3:PutObject'],
      stamped: ['s3:PutObject'],
      preparationsQueue: [...polling, 'sqs:SendMessage'],
    },
    /** Of the largest file there are two copies beside what PDFium may take. */
    memoryMegabytes: wholeCpuMegabytes,
    /** A message comes again after six times this, should a worker be killed; whoever waits for it asks sooner. */
    timeoutSeconds: 90,
  },
  sweepDue: {
    description: 'Puts work that is due, or was lost, on its queue',
    /** It marks the format of a new table (PutItem), in which nobody is (Query). */
    grants: {
      table: {
        'dynamodb:GetItem': ['FORMAT'],
        'dynamodb:PutItem': ['FORMAT'],
        'dynamodb:UpdateItem': ['DOC#', 'EVENT#', 'ORG#', 'WEBHOOK#'],
      },
      listIndex: { 'dynamodb:Query': ['CALLERS'] },
      dueIndex: ['dynamodb:Query'],
      processingQueue: ['sqs:SendMessage'],
      eventsQueue: ['sqs:SendMessage'],
      deliveriesQueue: ['sqs:SendMessage'],
      removalsQueue: ['sqs:SendMessage'],
    },
    /** Less than the minute between two sweeps, so that they never pile up. */
    timeoutSeconds: 55,
  },
  countUsage: {
    description: 'Counts what tenants have stored, and corrects what was added up for them',
    /** It reads lists of documents, and changes counts only. */
    grants: {
      table: {
        'dynamodb:GetItem': ['USAGE#', 'FORMAT'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#', 'USER#'] },
      filterIndex: { 'dynamodb:Query': ['USAGE#'] },
    },
    /** Less than the five minutes between two runs, so that they never pile up. */
    timeoutSeconds: 240,
  },
  sealActivity: {
    description: 'Seals activity that is new in chains of hashes, and signs their heads',
    /** The key's own policy lets it sign, and no other. */
    grants: {
      table: {
        'dynamodb:GetItem': ['CHAIN#', 'FORMAT'],
        'dynamodb:Query': ['CHAIN#'],
        'dynamodb:PutItem': ['CHAIN#'],
        'dynamodb:UpdateItem': ['CHAIN#'],
      },
      listIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
      filterIndex: { 'dynamodb:Query': ['CHAINS#'] },
      auditHeads: ['s3:PutObject'],
    },
    /** Less than the minute between two runs, so that they never pile up. */
    timeoutSeconds: 55,
  },
} as const satisfies Record<string, FunctionSpec>;
export type OtherFunctionName = keyof typeof specs;

/** The functions that no route leads to. */
export const otherFunctions = withCommits(specs);
