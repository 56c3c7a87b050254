import { operations } from '../../shared/contract/operations.ts';
import { type PageContract, type PageId, pages } from '../../shared/contract/pages.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import { apiFunctions } from '../functions/manifest.ts';
import { pageFunctions } from '../functions/pages.ts';
import type { FunctionSpec } from '../functions/spec.ts';

export type RouteId = OperationId | PageId;

/**
 * The nested stacks of functions, by error format. A function that moves to another stack starts an empty log, so the choice must
 * rest on a fact that does not change.
 */
const stackOfOperations = { envelope: 'DocumentFunctions', problem: 'OrganizationFunctions' } as const;
export type FunctionStackId = (typeof stackOfOperations)[keyof typeof stackOfOperations] | 'PageFunctions';

/** A path of the REST API with one or two methods, and the function behind it. */
interface Route {
  readonly methods: readonly string[];
  readonly path: string;
  /** The handler, below `functions/`. */
  readonly entry: string;
  readonly spec: FunctionSpec;
  /** The nested stack of its function. */
  readonly stack: FunctionStackId;
}

/** All routes: the contract's operations and pages. A route is served if its handler exists. */
export const routes: ReadonlyMap<RouteId, Route> = new Map<RouteId, Route>([
  ...Object.values(operations).map(({ id, method, path, handler, errorFormat }): [RouteId, Route] => [
    id,
    {
      methods: [method],
      path,
      entry: `api/${handler}`,
      spec: apiFunctions[id],
      stack: stackOfOperations[errorFormat],
    },
  ]),
  ...Object.values<PageContract & { readonly id: PageId }>(pages).map(
    ({ id, method, path, head }): [RouteId, Route] => [
      id,
      {
        methods: head ? [method, 'HEAD'] : [method],
        path,
        entry: `pages/${id}.ts`,
        spec: pageFunctions[id],
        stack: 'PageFunctions',
      },
    ],
  ),
]);
