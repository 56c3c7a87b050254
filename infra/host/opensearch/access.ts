import type { RequiredAction } from '../iam/policy.ts';
import type { CollectionDefinition } from '../template/collections.ts';

/** A request to an index. */
export interface IndexRequest {
  readonly method: string;
  readonly index: string;
  /** Such as `_search`. Empty: the request is about the index itself. */
  readonly operation: string;
}

/** Amazon OpenSearch Service, "Supported OpenSearch API operations and permissions". */
const permissions: Readonly<Record<string, string>> = {
  'PUT ': 'aoss:CreateIndex',
  'POST _bulk': 'aoss:WriteDocument',
  'POST _search': 'aoss:ReadDocument',
};

/**
 * Returns the actions of a request to a collection: IAM decides about the use of the collection, and its data access policies about the
 * index. A request that is not hosted needs only the first, and is then refused by its name.
 */
export function actionsOfOpenSearch(
  { arn, name }: CollectionDefinition,
  { method, index, operation }: IndexRequest,
): RequiredAction[] {
  const permission = permissions[`${method} ${operation}`];
  return [
    { action: 'aoss:APIAccessAll', resource: arn },
    ...(permission === undefined
      ? []
      : [{ action: permission, resource: `index/${name}/${index}`, isOfDataAccess: true as const }]),
  ];
}
