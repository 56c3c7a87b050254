import type { FunctionSpec } from './spec.ts';

export const shares = {
  listDocumentShares: {
    description: 'A page of the people a document is shared with',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['DOC#', 'READING#'],
        'dynamodb:Query': ['DOC#'],
      },
    },
  },
  createDocumentShare: {
    description: 'Shares a document with a person',
    commits: 'entries and events',
    makesMail: 'without secrets',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        /** Reads the address of the document's creator (`USER#`). */
        'dynamodb:BatchGetItem': ['DOC#', 'READING#', 'USER#'],
        /** Counts the shares of a document with many shares. */
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['READING#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  getDocumentShare: {
    description: 'One share of a document',
    grants: {
      table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:BatchGetItem': ['DOC#', 'READING#'] },
    },
  },
  sendDocumentShare: {
    description: 'Mails a share again',
    commits: 'entries',
    makesMail: 'without secrets',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['DOC#', 'READING#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['READING#'],
      },
    },
  },
  updateDocumentShare: {
    description: 'Changes the end of a share',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'READING#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  deleteDocumentShare: {
    description: 'Withdraws a share of a document',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'READING#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  listDocumentAccessRequests: {
    description: 'A page of the people who ask for access to a document',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['USER#'],
        'dynamodb:Query': ['DOC#'],
      },
    },
  },
  deleteDocumentAccessRequest: {
    description: 'Declines a request for access to a document',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  deleteOwnShare: {
    description: 'Ends the share of a document for its reader',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'READING#', 'USER#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
