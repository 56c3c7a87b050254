import type * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { Duration } from 'aws-cdk-lib/core';
import { allowedHeaders } from '../shared/contract/crossOrigin.ts';
import type { OperationContract } from '../shared/contract/operation.ts';

/** Chromium remembers for no longer. */
const remembered = Duration.hours(2);

/**
 * Has API Gateway answer by itself when browsers ask whether a page of another origin may call these operations. It takes a method
 * for each path: API Gateway does not look for one on a less specific resource.
 *
 * @param origins at least one
 */
export function addPreflights(
  restApi: apigateway.RestApi,
  operations: readonly Pick<OperationContract, 'method' | 'path'>[],
  origins: readonly string[],
): void {
  for (const [path, onPath] of Map.groupBy(operations, (operation) => operation.path))
    restApi.root.resourceForPath(path).addCorsPreflight({
      allowOrigins: [...origins],
      allowMethods: onPath.map(({ method }) => method),
      allowHeaders: [...allowedHeaders],
      maxAge: remembered,
    });
}
