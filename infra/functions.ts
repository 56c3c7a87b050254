import { isAnsweredOnce } from '../shared/contract/operation.ts';
import { operations } from '../shared/contract/operations.ts';
import type { PageId } from '../shared/contract/pages.ts';
import type { OperationId } from '../shared/contract/tableOfContents.ts';
import { type Grants, type Partition, polling } from './grants.ts';

/** A function as the stack creates it. Its bundle has its name. */
export interface FunctionSpec {
  readonly description: string;
  /**
   * The function's whole access, apart from its own log and traces. Its environment names the stores in it and no others. A
   * transaction (TransactWriteItems) is authorised by the actions of its items, each in the partition of its item.
   */
  readonly grants: Grants;
  /** The function talks to the identity provider, which its environment names. Default: it does not */
  readonly identityProvider?: true;
  /** The function checks URLs of webhook endpoints; its environment says if they may be private. Default: it does not */
  readonly webhookTargets?: true;
  /** The function holds callers to quotas; its environment has those that are for it. Default: it does not */
  readonly quotas?: 'of storage' | 'of organizations';
  /** The function names the largest file that can be put; its environment has that. Default: it does not */
  readonly takesUploads?: true;
  /** Threads for work that blocks in Node, such as resolving host names. Default: 4, Node's own */
  readonly threads?: number;
  /** CPU comes with memory. Default: 1024 */
  readonly memoryMegabytes?: number;
  /** Default: 29, the longest that API Gateway waits for an answer */
  readonly timeoutSeconds?: number;
}

export const memoryMegabytesDefault = 1024;
export const timeoutSecondsDefault = 29;

/** One whole vCPU (AWS Lambda, "Configure memory"), for functions that mostly compute, in one thread: drawing, reading PDFs. */
const wholeCpuMegabytes = 1769;

/**
 * Functions that take an upload commit a document and a version, and announce both. They read whose it will be, and count it
 * (UpdateItem; GetItem says which quota is reached). Of a file that was put before, they look at the beginning and remove the upload.
 */
const uploading = (...read: Partition[]) =>
  ({
    grants: {
      table: {
        'dynamodb:GetItem': [...read, 'USAGE#', 'UPLOAD#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
        'dynamodb:UpdateItem': ['USAGE#'],
        'dynamodb:DeleteItem': ['UPLOAD#'],
      },
      uploads: ['s3:PutObject'],
      direct: ['s3:GetObject'],
      /** Without it, S3 answers 403 instead of 404 for an object that is not there (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: ['sqs:SendMessage'],
      eventsQueue: ['sqs:SendMessage'],
    },
    quotas: 'of storage',
  }) as const satisfies Omit<FunctionSpec, 'description'>;

/**
 * One function for each operation, named by its operation id. Those that change what events tell of read of the organization
 * whether anybody is there to be told.
 */
const ofOperations: Readonly<Record<OperationId, FunctionSpec>> = {
  listDocumentPolicies: {
    description: 'A page of the policies attached to a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  attachDocumentPolicy: {
    description: 'Attaches a policy to a document, once',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  detachDocumentPolicy: {
    description: 'Detaches a policy from a document',
    /** Only the attachment is deleted; its event is put. */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['EVENT#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  createOrganization: {
    description: 'Creates an organization and makes the caller its first owner',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'USAGE#'],
        'dynamodb:PutItem': ['ORG#', 'USER#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
    quotas: 'of organizations',
  },
  listOrganizationMembers: {
    description: 'The people of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  updateMemberRole: {
    description: 'Changes the role of a member; an organization always keeps an owner',
    /** It disables the endpoints of who may not manage any more. */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  listDocuments: {
    description: 'A page of documents',
    grants: { listIndex: { 'dynamodb:Query': ['ORG#', 'USER#'] } },
  },
  createDocument: {
    description: 'Takes an upload and creates a document from it',
    ...uploading('ORG#'),
  },
  getDocument: { description: 'One document', grants: { table: { 'dynamodb:GetItem': ['DOC#'] } } },
  updateDocument: {
    description: 'Changes the title or description of a document',
    grants: {
      table: { 'dynamodb:GetItem': ['DOC#', 'ORG#'], 'dynamodb:PutItem': ['DOC#', 'EVENT#'] },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  generateDocumentEntryPage: {
    description: 'Draws an entry page unless it is there, and presigns its URL',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
      },
      /** A presigned URL may do what its signer may: reading is for the client that follows it. */
      entryPages: ['s3:PutObject', 's3:GetObject'],
      eventsQueue: ['sqs:SendMessage'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
  listDocumentVersions: {
    description: 'A page of versions of a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  createDocumentVersion: {
    description: 'Takes an upload and adds it to a document as a version',
    ...uploading('DOC#', 'ORG#'),
  },
  createUpload: {
    description: 'Presigns the URL at which a client puts a large file',
    grants: {
      table: { 'dynamodb:PutItem': ['UPLOAD#'], 'dynamodb:UpdateItem': ['USAGE#'] },
      /** A presigned URL may do what its signer may: writing is for the client that follows it. */
      direct: ['s3:PutObject'],
    },
    takesUploads: true,
    quotas: 'of storage',
  },
  getDocumentVersion: {
    description: 'One version',
    grants: { table: { 'dynamodb:BatchGetItem': ['DOC#'] } },
  },
  updateDocumentVersion: {
    description: 'Changes the title or description of a version',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
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
};

/** Has an operation find, and commit with its changes, the answers to requests with an `Idempotency-Key`. */
function answeringOnce({ grants, ...spec }: FunctionSpec): FunctionSpec {
  const added = (action: 'dynamodb:GetItem' | 'dynamodb:PutItem') => ({
    [action]: [...(grants.table?.[action] ?? []), 'ANSWERED#'] as const,
  });
  const table = { ...grants.table, ...added('dynamodb:GetItem'), ...added('dynamodb:PutItem') };
  return { ...spec, grants: { ...grants, table } };
}

export const apiFunctions = Object.fromEntries(
  Object.entries(ofOperations).map(([id, spec]) => [
    id,
    isAnsweredOnce(operations[id as OperationId]) ? answeringOnce(spec) : spec,
  ]),
) as Readonly<Record<OperationId, FunctionSpec>>;

/** One function for each page, named by its id. */
export const pageFunctions: Readonly<Record<PageId, FunctionSpec>> = {
  home: { description: 'The first page: what the service is', grants: {} },
  reference: { description: 'The reference of the API, for people', grants: {} },
  openApi: { description: 'The OpenAPI document of the API, for programs', grants: {} },
  documentPage: {
    description: 'The page of a document, for whoever may read it',
    /** When a session acts in another organization than the document's, that one is asked about with BatchGetItem. */
    grants: {
      table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:BatchGetItem': ['ORG#'], 'dynamodb:Query': ['DOC#'] },
      payloads: ['s3:GetObject'],
    },
  },
  versionPage: {
    description: 'The page of a version, for whoever may read its document',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['DOC#', 'ORG#'], 'dynamodb:Query': ['DOC#'] },
      payloads: ['s3:GetObject'],
    },
  },
  signIn: {
    description: 'Sends someone who signs in to the identity provider',
    grants: { table: { 'dynamodb:PutItem': ['SIGNIN#'] } },
    identityProvider: true,
  },
  signInCallback: {
    description: 'Takes someone back from the identity provider and begins their session',
    grants: {
      table: {
        'dynamodb:GetItem': ['SIGNIN#', 'IDENTITY#'],
        'dynamodb:BatchGetItem': ['EMAIL#', 'USER#'],
        'dynamodb:PutItem': ['SESSION#', 'IDENTITY#', 'USER#'],
        'dynamodb:DeleteItem': ['SIGNIN#', 'SESSION#'],
      },
      clientSecret: ['ssm:GetParameter'],
    },
    identityProvider: true,
  },
  signOut: {
    description: 'Ends a session',
    grants: { table: { 'dynamodb:DeleteItem': ['SESSION#'] } },
    identityProvider: true,
  },
  signedOut: { description: 'Where signing out ends', grants: {} },
};

/** The functions that no route leads to. */
export const otherFunctions = {
  authorizer: {
    description: 'Says who is calling and counts; refuses only what comes past a trusted front',
    /** It reads who calls, counts the request and records a key's use (UpdateItem), and moves a session on (PutItem). */
    grants: {
      table: {
        'dynamodb:GetItem': ['KEY#', 'SESSION#'],
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
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'SLOW#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
        'dynamodb:UpdateItem': ['SLOW#'],
      },
      uploads: ['s3:GetObject'],
      direct: ['s3:GetObject'],
      payloads: ['s3:PutObject'],
      /** Without it, S3 answers 403 instead of 404 for an object that is not there (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: polling,
      slowProcessingQueue: [...polling, 'sqs:SendMessage'],
      eventsQueue: ['sqs:SendMessage'],
    },
    /** Its thread may take three fifths of it: a PDF of the largest size, unpacked, many times over. */
    memoryMegabytes: wholeCpuMegabytes,
    timeoutSeconds: 60,
  },
  fanOutEvent: {
    description: 'Writes a delivery for each webhook endpoint that an event is for, and calls workers',
    /** It wakes the endpoints' lanes with UpdateItem, and disables endpoints whose registrars may not manage any more. */
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['EVENT#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['EVENT#', 'WEBHOOK#', 'ORG#'],
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
    grants: {
      table: {
        'dynamodb:GetItem': ['WEBHOOK#', 'HOST#'],
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
  sweepDue: {
    description: 'Puts work that is due, or was lost, on its queue',
    grants: {
      table: { 'dynamodb:UpdateItem': ['DOC#', 'EVENT#', 'WEBHOOK#'] },
      dueIndex: ['dynamodb:Query'],
      processingQueue: ['sqs:SendMessage'],
      eventsQueue: ['sqs:SendMessage'],
      deliveriesQueue: ['sqs:SendMessage'],
    },
    /** Less than the minute between two sweeps, so that they never pile up. */
    timeoutSeconds: 55,
  },
  countUsage: {
    description: 'Counts what tenants have stored, and corrects what was added up for them',
    /** It reads lists of documents, and the versions of those that say nothing of their files; it changes counts only. */
    grants: {
      table: {
        'dynamodb:GetItem': ['USAGE#'],
        'dynamodb:Query': ['ORG#', 'DOC#'],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      listIndex: { 'dynamodb:Query': ['ORG#', 'USER#'] },
      filterIndex: { 'dynamodb:Query': ['USAGE#'] },
    },
    /** Less than the five minutes between two runs, so that they never pile up. */
    timeoutSeconds: 240,
  },
} as const satisfies Record<string, FunctionSpec>;
export type OtherFunctionName = keyof typeof otherFunctions;

export type FunctionName = OperationId | PageId | OtherFunctionName;
