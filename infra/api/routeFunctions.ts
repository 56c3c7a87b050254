import type { NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { pages } from '../../shared/contract/pages.ts';
import type { EnvironmentName } from '../../shared/runtime/environment.ts';
import { type FunctionContext, ServiceFunction } from '../functions/serviceFunction.ts';
import { makeNestedStack } from '../resources/nestedStack.ts';
import type { QueueStacks } from '../resources/queues.ts';
import type { FunctionStackId, RouteId, Routes } from './routes.ts';

interface RouteFunctionsProps extends FunctionContext {
  readonly routes: Routes;
  /** The nested stacks that exist already. The one of search also gets the function of its route. */
  readonly stacks: QueueStacks;
  /** The routes that need functions. */
  readonly served: readonly RouteId[];
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The variables of functions that call the identity provider. */
  readonly identityVariables: Partial<Record<EnvironmentName, string>>;
}

/**
 * Creates the function of each route, with its role and log, in a nested stack: each operation adds resources, and CloudFormation
 * allows 500 in a stack. Returns the functions in the order of `served`. Throws for a route that the contract does not know.
 */
export function addRouteFunctions(
  scope: Construct,
  { routes, stacks: { Search }, served, baseUrl, identityVariables, ...context }: RouteFunctionsProps,
) {
  const { operatorName, helpUrl, privacyUrl, imprintUrl } = context.settings;
  const stacks = new Map<FunctionStackId, NestedStack>([['Search', Search]]);
  const stackOf = (id: FunctionStackId): NestedStack => {
    const stack = stacks.get(id) ?? makeNestedStack(scope, id);
    stacks.set(id, stack);
    return stack;
  };
  return served.map((id) => {
    const route = routes.get(id);
    if (!route) throw new Error(`The contract or the manifest does not know ${id}`);
    const { ways, spec, stack } = route;
    const { function: handler } = new ServiceFunction(stackOf(stack), id, {
      ...context,
      name: id,
      spec,
      servesRequests: true,
      variables: {
        serviceBaseUrl: baseUrl,
        // Web pages of other origins may call only the paths below /v1: the API, the page that describes the API, and the answers for
        // unknown paths, which guides give for unknown names.
        ...((ways.some(({ path }) => path.startsWith('/v1/')) ||
          id === pages.nowhere.id ||
          id === pages.guide.id) && {
          corsOrigins: context.settings.corsOrigins.join(','),
        }),
        ...(stack === 'PageFunctions' && {
          operatorName: operatorName ?? '',
          helpUrl: helpUrl ?? '',
          privacyUrl: privacyUrl ?? '',
          imprintUrl: imprintUrl ?? '',
        }),
        ...(spec.identityProvider && identityVariables),
      },
    });
    return { ...route, id, function: handler };
  });
}
