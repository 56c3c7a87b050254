import type { FunctionSpec } from './spec.ts';

export const uploads = {
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
} as const satisfies Readonly<Record<string, FunctionSpec>>;
