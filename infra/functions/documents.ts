import type { Partition } from './grants.ts';
import { type FunctionSpec, wholeCpuMegabytes } from './spec.ts';

/** Reads and replaces a document. */
const changing = {
  commits: 'entries and events',
  grants: { table: { 'dynamodb:GetItem': ['DOC#', 'ORG#'], 'dynamodb:PutItem': ['DOC#'] } },
} as const satisfies Partial<FunctionSpec>;

/**
 * Functions that take an upload commit a document and a version, and announce both. They read the organization or document, and
 * count the tenant's storage (UpdateItem; GetItem says which quota is reached). If the file was sent to S3 first, they read its
 * beginning and remove the upload.
 */
const uploading = (...read: Partition[]) =>
  ({
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': [...read, 'USAGE#', 'UPLOAD#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['USAGE#'],
        'dynamodb:DeleteItem': ['UPLOAD#'],
      },
      uploads: ['s3:PutObject'],
      direct: ['s3:GetObject'],
      /** Without this permission, S3 answers 403 instead of 404 for a missing object (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: ['sqs:SendMessage'],
    },
    quotas: 'of storage',
  }) as const satisfies Omit<FunctionSpec, 'description'>;

export const documents = {
  listDocuments: {
    description: 'A page of documents',
    /**
     * Reads the caller, the documents shared with the caller, the organizations of these documents and their creators' memberships. For
     * the filter by a policy, it reads the policy, its documents, and the attachments of deleted documents and of shared documents.
     */
    grants: {
      table: { 'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#'] },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#', 'SHAREDWITH#', 'USER#'] },
      filterIndex: { 'dynamodb:Query': ['POLICY#'] },
    },
  },
  createDocument: {
    description: 'Receives an upload and creates a document from it',
    ...uploading('ORG#'),
  },
  getDocument: { description: 'One document', grants: { table: { 'dynamodb:GetItem': ['DOC#'] } } },
  updateDocument: {
    description: 'Changes the title or description of a document',
    marksForSearch: true,
    /** Reads the document with its attachments (Query) and their policies, which may keep the earlier text. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
      },
    },
  },
  deleteDocument: {
    description: 'Deletes a document, which can be restored for some time',
    marksForSearch: true,
    /** Moves the document to another table key, unless a policy keeps it (Query, BatchGetItem). */
    commits: 'entries and events',
    grants: {
      table: {
        ...changing.grants.table,
        'dynamodb:Query': ['DOC#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  restoreDocument: {
    description: 'Restores a deleted document',
    marksForSearch: true,
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  setDocumentAccessLevel: {
    description: 'Changes who may read a document',
    marksForSearch: true,
    ...changing,
    grants: { ...changing.grants, removalsQueue: ['sqs:SendMessage'] },
  },
  generateDocumentEntryPage: {
    description: 'Draws an entry page unless it exists, and presigns its URL',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
      },
      /** GetObject is for the presigned URL, which has the permissions of its signer. */
      entryPages: ['s3:PutObject', 's3:GetObject'],
    },
    memoryMegabytes: wholeCpuMegabytes,
  },
  listDocumentVersions: {
    description: 'A page of versions of a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  listDocumentVersionDetails: {
    description: 'File names, pages, sizes and failures of the newest versions of a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  createDocumentVersion: {
    description: 'Receives an upload and adds it to a document as a version',
    ...uploading('DOC#', 'ORG#'),
  },
  getDocumentVersion: {
    description: 'One version',
    grants: { table: { 'dynamodb:BatchGetItem': ['DOC#'] } },
  },
  getDocumentVersionDownload: {
    description: 'Presigns the URL of a version’s file, or of a reader’s copy',
    commits: 'entries and events',
    makesMail: 'notices',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'READING#', 'STAMPED#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['READING#'],
        /** Requests a reader's copy, and counts it. Counts readings. */
        'dynamodb:UpdateItem': ['READING#', 'STAMPED#'],
      },
      preparationsQueue: ['sqs:SendMessage'],
      /** GetObject is for the presigned URL, which has the permissions of its signer. */
      payloads: ['s3:GetObject'],
      stamped: ['s3:GetObject'],
    },
  },
  getDocumentText: {
    description: 'The text of some pages of a version, on record',
    commits: 'entries and events',
    makesMail: 'notices',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'READING#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['READING#', 'VIEWS#'],
        /** Makes the text of a version from before 1.1.0 due. Counts readings. */
        'dynamodb:UpdateItem': ['DOC#', 'READING#', 'VIEWS#'],
      },
      texts: ['s3:GetObject'],
      textsQueue: ['sqs:SendMessage'],
    },
  },
  updateDocumentVersion: {
    description: 'Changes the title or description of a version',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
      },
    },
  },
  deleteDocumentVersion: {
    description: 'Deletes a version of a document for good',
    marksForSearch: true,
    /**
     * Moves the version to another table key, unless a policy keeps the document or the version is its only one (Query, BatchGetItem).
     * Frees the version's bytes (UpdateItem), and orders the removal of its files.
     */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  listDocumentEarlierTexts: {
    description: 'A page of the texts of a document that were replaced while a policy kept it',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  getDocumentPicture: {
    description: 'A small picture of the first page of a document, for the people who manage it',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'PAGES#'],
        /** Requests the picture. */
        'dynamodb:UpdateItem': ['PAGES#'],
      },
      pages: ['s3:GetObject'],
      preparationsQueue: ['sqs:SendMessage'],
    },
  },
  listDocumentDetails: {
    description:
      'Counts of versions, policies and shares of some documents, when they were last read, and what keeps readers from reading',
    /** Reads the caller. If the caller may not read a document otherwise, reads whether the document is shared with the caller. */
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'PAGES#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'READING#'],
      },
    },
  },
  createUpload: {
    description: 'Presigns the URL to which a client uploads a large file',
    grants: {
      table: { 'dynamodb:PutItem': ['UPLOAD#'], 'dynamodb:UpdateItem': ['USAGE#'] },
      /** PutObject is for the presigned URL, which has the permissions of its signer. */
      direct: ['s3:PutObject'],
    },
    takesUploads: true,
    quotas: 'of storage',
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
