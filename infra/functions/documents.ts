import { type FunctionSpec, wholeCpuMegabytes } from './spec.ts';
import { uploading } from './uploading.ts';

/** A document is read and replaced. */
const changing = {
  commits: 'entries and events',
  grants: { table: { 'dynamodb:GetItem': ['DOC#', 'ORG#'], 'dynamodb:PutItem': ['DOC#'] } },
} as const satisfies Partial<FunctionSpec>;

export const documents = {
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
    ...changing,
  },
  deleteDocument: {
    description: 'Deletes a document, which is kept for those who restore it',
    /** It is moved to another key, unless a policy keeps it (Query, BatchGetItem). */
    commits: 'entries and events',
    grants: {
      table: {
        ...changing.grants.table,
        'dynamodb:Query': ['DOC#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  restoreDocument: {
    description: 'Restores a deleted document',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  setDocumentAccessLevel: {
    description: 'Changes who may read a document',
    ...changing,
  },
  generateDocumentEntryPage: {
    description: 'Draws an entry page unless it is there, and presigns its URL',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
      },
      /** A presigned URL may do what its signer may: reading is for the client that follows it. */
      entryPages: ['s3:PutObject', 's3:GetObject'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
