import type { OperationId } from '../shared/contract/operations.ts';
import type { PageId } from '../shared/contract/pages.ts';

/** What a function may do, by the store it does it to. Names are IAM's own. */
export interface Grants {
  readonly table?: readonly (
    | 'dynamodb:GetItem'
    | 'dynamodb:BatchGetItem'
    | 'dynamodb:Query'
    | 'dynamodb:PutItem'
    | 'dynamodb:UpdateItem'
    | 'dynamodb:DeleteItem'
  )[];
  readonly listIndex?: readonly 'dynamodb:Query'[];
  readonly dueIndex?: readonly 'dynamodb:Query'[];
  readonly uploads?: readonly ObjectAction[];
  readonly payloads?: readonly ObjectAction[];
  readonly entryPages?: readonly ObjectAction[];
  readonly bucket?: readonly 's3:ListBucket'[];
  readonly processingQueue?: readonly (
    | 'sqs:SendMessage'
    | 'sqs:ReceiveMessage'
    | 'sqs:DeleteMessage'
    | 'sqs:GetQueueAttributes'
  )[];
  /** Nothing where the stage's client has no secret. */
  readonly clientSecret?: readonly 'ssm:GetParameter'[];
}
type ObjectAction = 's3:GetObject' | 's3:PutObject';
/** A store, or a part of one, that a function can be given access to. */
export type Resource = keyof Grants;

/** A function as the stack creates it. Its bundle has its name. */
export interface FunctionSpec {
  readonly description: string;
  /**
   * The function's whole access, its own log and traces apart. It is told the names of the stores in it and of no
   * others. A transaction (TransactWriteItems) is authorised by the actions of its items.
   */
  readonly grants: Grants;
  /** Whether it deals with the identity provider, and is told which that is. Default: it does not */
  readonly identityProvider?: true;
  /** CPU comes with memory. Default: 1024 */
  readonly memoryMegabytes?: number;
  /** Default: 29, the longest that API Gateway waits for an answer */
  readonly timeoutSeconds?: number;
}

export const memoryMegabytesDefault = 1024;
export const timeoutSecondsDefault = 29;

/** One whole vCPU (AWS Lambda, "Configure memory"), for those whose time is computing: parsing forms, drawing. */
const wholeCpuMegabytes = 1769;

/** One function for each operation that is served, named by its operation id. */
export const apiFunctions: Partial<Record<OperationId, FunctionSpec>> = {
  listDocumentPolicies: {
    description: 'A page of the policies attached to a document',
    grants: { table: ['dynamodb:GetItem', 'dynamodb:Query'] },
  },
  attachDocumentPolicy: {
    description: 'Attaches a policy to a document, once',
    grants: { table: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  },
  detachDocumentPolicy: {
    description: 'Detaches a policy from a document',
    grants: { table: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'] },
  },
  createOrganization: {
    description: 'Creates an organization and makes the caller its first owner',
    grants: { table: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  },
  listOrganizationMembers: {
    description: 'The people of an organization',
    grants: { table: ['dynamodb:Query'] },
  },
  updateMemberRole: {
    description: 'Changes the role of a member; an organization always keeps an owner',
    grants: { table: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  },
  listDocuments: { description: 'A page of documents', grants: { listIndex: ['dynamodb:Query'] } },
  createDocument: {
    description: 'Takes an upload and creates a document from it',
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      uploads: ['s3:PutObject'],
      processingQueue: ['sqs:SendMessage'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
  getDocument: { description: 'One document', grants: { table: ['dynamodb:GetItem'] } },
  updateDocument: {
    description: 'Changes the title or description of a document',
    grants: { table: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
  },
  generateDocumentEntryPage: {
    description: 'Draws an entry page unless it is there, and presigns its URL',
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      /** A presigned URL may do what its signer may: reading is for the client that follows it. */
      entryPages: ['s3:PutObject', 's3:GetObject'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
  listDocumentVersions: {
    description: 'A page of versions of a document',
    grants: { table: ['dynamodb:GetItem', 'dynamodb:Query'] },
  },
  createDocumentVersion: {
    description: 'Takes an upload and adds it to a document as a version',
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      uploads: ['s3:PutObject'],
      processingQueue: ['sqs:SendMessage'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
  getDocumentVersion: { description: 'One version', grants: { table: ['dynamodb:BatchGetItem'] } },
  updateDocumentVersion: {
    description: 'Changes the title or description of a version',
    grants: { table: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  },
};

/** One function for each page that is served, named by its id. */
export const pageFunctions: Partial<Record<PageId, FunctionSpec>> = {
  documentPage: {
    description: 'The page of a document, for whoever may read it',
    /** Another organization than the one a session acts in is asked about with BatchGetItem. */
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      payloads: ['s3:GetObject'],
    },
  },
  versionPage: {
    description: 'The page of a version, for whoever may read its document',
    grants: { table: ['dynamodb:BatchGetItem', 'dynamodb:Query'], payloads: ['s3:GetObject'] },
  },
  signIn: {
    description: 'Sends someone who signs in to the identity provider',
    grants: { table: ['dynamodb:PutItem'] },
    identityProvider: true,
  },
  signInCallback: {
    description: 'Takes someone back from the identity provider and begins their session',
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
      clientSecret: ['ssm:GetParameter'],
    },
    identityProvider: true,
  },
  signOut: {
    description: 'Ends a session',
    grants: { table: ['dynamodb:DeleteItem'] },
    identityProvider: true,
  },
  signedOut: { description: 'Where signing out ends', grants: {} },
};

/** The functions that no route leads to. */
export const otherFunctions = {
  authorizer: {
    description: 'Says who is calling; refuses nobody, so that operations answer in their own error format',
    /** It reads who calls, counts the request (UpdateItem) and moves a session on (PutItem). */
    grants: {
      table: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    timeoutSeconds: 10,
  },
  processVersion: {
    description: 'Reads an uploaded PDF and decides whether its version is ready or failed',
    grants: {
      table: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
      uploads: ['s3:GetObject'],
      payloads: ['s3:PutObject'],
      /** Without it, S3 answers 403 instead of 404 for an object that is not there (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      /** What Lambda's poller does in the function's name (AWS Lambda, "Using Lambda with Amazon SQS"). */
      processingQueue: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    },
    /** A PDF of the largest size, unpacked, several times over. */
    memoryMegabytes: 3008,
    timeoutSeconds: 60,
  },
  sweepDue: {
    description: 'Puts work that is due, or was lost, on its queue',
    grants: {
      table: ['dynamodb:UpdateItem'],
      dueIndex: ['dynamodb:Query'],
      processingQueue: ['sqs:SendMessage'],
    },
    /** Less than the minute between two sweeps, so that they never pile up. */
    timeoutSeconds: 55,
  },
} as const satisfies Record<string, FunctionSpec>;
export type OtherFunctionName = keyof typeof otherFunctions;

export type FunctionName = OperationId | PageId | OtherFunctionName;
