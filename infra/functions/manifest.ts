import { isAboutDocument, isAnsweredOnce, type OperationContract } from '../../shared/contract/operation.ts';
import { operations } from '../../shared/contract/operations.ts';
import type { PageId } from '../../shared/contract/pages.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import { documents } from './documents.ts';
import { groups } from './groups.ts';
import { organization } from './organization.ts';
import type { OtherFunctionName } from './others.ts';
import { policies } from './policies.ts';
import { rooms } from './rooms.ts';
import { search } from './search.ts';
import { shares } from './shares.ts';
import { type FunctionSpec, withCommits, withPartitions } from './spec.ts';
import type { UserPoolFunctionName } from './userPool.ts';
import { webhooks } from './webhooks.ts';

/**
 * One function for each operation, named by its operation id. Functions that commit events also read the organization, which says whether
 * any endpoint receives events.
 */
const ofOperations: Readonly<Record<OperationId, FunctionSpec>> = {
  ...documents,
  ...policies,
  ...shares,
  ...organization,
  ...groups,
  ...rooms,
  ...search,
  ...webhooks,
};

/** Lets an operation find the stored answers to requests with an `Idempotency-Key`, and commit an answer with its changes. */
const answeringOnce = ({ grants, ...spec }: FunctionSpec): FunctionSpec => ({
  ...spec,
  grants: {
    ...grants,
    table: withPartitions(grants.table, {
      'dynamodb:GetItem': ['ANSWERED#'],
      'dynamodb:PutItem': ['ANSWERED#'],
    }),
  },
});

/** The operations for people with a share, but not for readers by a room. */
const notByRoom: readonly OperationId[] = ['generateDocumentEntryPage'];

/**
 * Lets an operation on a document check whether the document is shared with a caller who may not read it otherwise. An operation that is
 * open to people with a share (`opensByShare`) also reads the document's policies, and the room that the request names.
 */
function askingForShare(
  { grants, ...spec }: FunctionSpec,
  { id, opensByShare }: OperationContract,
): FunctionSpec {
  const ofRooms = opensByShare && !notByRoom.includes(id) ? (['ROOM#'] as const) : [];
  return {
    ...spec,
    grants: {
      ...grants,
      table: withPartitions(grants.table, {
        'dynamodb:GetItem': [opensByShare ? 'ORG#' : 'DOC#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#', ...ofRooms],
        ...(opensByShare && { 'dynamodb:Query': ['DOC#', ...ofRooms] }),
      }),
    },
  };
}

const withAdditions = (id: OperationId, spec: FunctionSpec): FunctionSpec => {
  const contract: OperationContract = operations[id];
  const asking = isAboutDocument(contract) ? askingForShare(spec, contract) : spec;
  return isAnsweredOnce(contract) ? answeringOnce(asking) : asking;
};

export const apiFunctions = withCommits(
  Object.fromEntries(
    (Object.entries(ofOperations) as [OperationId, FunctionSpec][]).map(([id, spec]) => [
      id,
      withAdditions(id, spec),
    ]),
  ) as Record<OperationId, FunctionSpec>,
);

export type FunctionName = OperationId | PageId | OtherFunctionName | UserPoolFunctionName;
