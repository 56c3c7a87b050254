import type { FunctionSpec } from './spec.ts';

/** These functions also store the names of an organization's policies. */
const changingPolicies = {
  commits: 'entries and events',
  grants: {
    table: {
      'dynamodb:GetItem': ['ORG#'],
      'dynamodb:BatchGetItem': ['ORG#'],
      'dynamodb:PutItem': ['ORG#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

export const policies = {
  listDocumentPolicies: {
    description: 'A page of the policies attached to a document',
    grants: {
      table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:BatchGetItem': ['ORG#'], 'dynamodb:Query': ['DOC#'] },
    },
  },
  attachDocumentPolicy: {
    description: 'Attaches a policy to a document, once',
    marksForSearch: true,
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        /**
         * Also counts policies with rules on the document, records recent attachments, and includes the organization in the commit if the
         * policy keeps documents.
         */
        'dynamodb:PutItem': ['DOC#', 'ORG#'],
      },
    },
  },
  detachDocumentPolicy: {
    description: 'Detaches a policy from a document',
    marksForSearch: true,
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        /** Counts the policies with rules on the document. */
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
    },
  },
  listPolicies: {
    description: 'A page of the policies of an organization',
    grants: {
      table: { 'dynamodb:Query': ['ORG#'], 'dynamodb:BatchGetItem': ['ORG#'] },
      filterIndex: { 'dynamodb:Query': ['ARCHIVED#'] },
    },
  },
  createPolicy: { description: 'Adds a policy to an organization', ...changingPolicies },
  getPolicy: {
    description: 'One policy of an organization',
    grants: { table: { 'dynamodb:BatchGetItem': ['ORG#'] } },
  },
  updatePolicy: {
    description: 'Renames or archives a policy',
    ...changingPolicies,
    grants: {
      table: {
        ...changingPolicies.grants.table,
        /** A policy at the gate of a room takes no rule that keeps documents. */
        'dynamodb:BatchGetItem': ['ORG#', 'ROOM#'],
        'dynamodb:Query': ['ORG#'],
      },
    },
  },
  listPolicyDocuments: {
    description: 'A page of the documents that a policy is attached to',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ORG#', 'DOC#'] },
      listIndex: { 'dynamodb:Query': ['POLICY#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
