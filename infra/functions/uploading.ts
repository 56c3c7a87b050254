import type { Partition } from '../grants.ts';
import type { FunctionSpec } from './spec.ts';

/**
 * Functions that take an upload commit a document and a version, and announce both. They read whose it will be, and count it
 * (UpdateItem; GetItem says which quota is reached). Of a file that was put before, they look at the beginning and remove the upload.
 */
export const uploading = (...read: Partition[]) =>
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
      /** Without it, S3 answers 403 instead of 404 for an object that is not there (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: ['sqs:SendMessage'],
    },
    quotas: 'of storage',
  }) as const satisfies Omit<FunctionSpec, 'description'>;
