import type { FunctionSpec } from './spec.ts';

export const search = {
  search: {
    description: 'Finds words in titles, descriptions and pages',
    /**
     * Reads the policies of the organization, the documents that the index may show to too many people, the documents shared with the caller,
     * and the room that the request names. Reads each document that the engine finds with its policies, as the page of the document does.
     */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ORG#', 'ROOM#', 'SEARCHDUE#'],
      },
      listIndex: { 'dynamodb:Query': ['SHAREDWITH#'] },
      texts: ['s3:GetObject'],
    },
    searches: true,
  },
} as const satisfies Record<string, FunctionSpec>;
