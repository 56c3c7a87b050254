import type { FunctionSpec } from './spec.ts';
import { uploading } from './uploading.ts';

export const versions = {
  listDocumentVersions: {
    description: 'A page of versions of a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  createDocumentVersion: {
    description: 'Takes an upload and adds it to a document as a version',
    ...uploading('DOC#', 'ORG#'),
  },
  getDocumentVersion: {
    description: 'One version',
    grants: { table: { 'dynamodb:BatchGetItem': ['DOC#'] } },
  },
  updateDocumentVersion: {
    description: 'Changes the title or description of a version',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
      },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
