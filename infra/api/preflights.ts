import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { Duration, NestedStack } from 'aws-cdk-lib/core';
import { allowedHeaders } from '../../shared/contract/crossOrigin.ts';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { ApiPaths } from './paths.ts';

/** The longest time for which Chromium caches a preflight. */
const remembered = Duration.hours(2);

/**
 * Lets API Gateway itself answer CORS preflights for these operations. Each path needs a method, because API Gateway does not fall back to
 * a less specific resource. The methods are in a nested stack, so that the root stack has room for other resources.
 *
 * @param origins at least one
 */
export function addPreflights(
  restApi: apigateway.RestApi,
  paths: ApiPaths,
  operations: readonly Pick<OperationContract, 'method' | 'path'>[],
  origins: readonly string[],
): void {
  const stack = new NestedStack(restApi, 'Preflights');
  for (const [path, onPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const { api, resourceId } = paths.at(path);
    apigateway.Resource.fromResourceAttributes(stack, path, {
      restApi: api,
      resourceId,
      path,
    }).addCorsPreflight({
      allowOrigins: [...origins],
      allowMethods: onPath.map(({ method }) => method),
      allowHeaders: [...allowedHeaders],
      maxAge: remembered,
    });
  }
}
