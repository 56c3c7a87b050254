import type { OperationContract } from '../../shared/contract/operation.ts';
import { operations } from '../../shared/contract/operations.ts';
import { type PageContract, type PageId, pages } from '../../shared/contract/pages.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import { apiFunctions } from '../functions/manifest.ts';
import { pageFunctions } from '../functions/pages.ts';
import type { FunctionSpec } from '../functions/spec.ts';

export type RouteId = OperationId | PageId;

const stackOfFormats = { envelope: 'DocumentFunctions', problem: 'OrganizationFunctions' } as const;
export type FunctionStackId =
  | (typeof stackOfFormats)[keyof typeof stackOfFormats]
  | 'RoomFunctions'
  | 'PageFunctions'
  | 'Search';

/**
 * Returns the nested stack of an operation's function: that of search, that of rooms and groups, or one by the error format. A function that moves to
 * another stack starts an empty log, so the choice must rest on facts that do not change.
 */
const stackOf = ({ id, path, errorFormat }: OperationContract): FunctionStackId => {
  if (id === 'search') return 'Search';
  return /^\/v1\/(?:rooms|groups)\b/.test(path) ? 'RoomFunctions' : stackOfFormats[errorFormat];
};

/** The methods and paths of the REST API that lead to one function. */
export interface Route {
  readonly ways: readonly { readonly method: string; readonly path: string }[];
  /** The handler, below `functions/`. */
  readonly entry: string;
  readonly spec: FunctionSpec;
  /** The nested stack of the function. */
  readonly stack: FunctionStackId;
}

export type Routes = ReadonlyMap<RouteId, Route>;

/** All routes: the contract's operations and pages. A route is served if its handler exists. */
export const routes: Routes = new Map<RouteId, Route>([
  ...Object.values(operations).map((operation): [RouteId, Route] => [
    operation.id,
    {
      ways: [{ method: operation.method, path: operation.path }],
      entry: `api/${operation.handler}`,
      spec: apiFunctions[operation.id],
      stack: stackOf(operation),
    },
  ]),
  ...Object.values<PageContract & { readonly id: PageId }>(pages).map(
    ({ id, method, path, head, post, alsoAt }): [RouteId, Route] => [
      id,
      {
        ways: [
          ...[path, ...(alsoAt ?? [])].flatMap((at) => [
            { method, path: at },
            ...(head ? [{ method: 'HEAD', path: at }] : []),
          ]),
          ...(post ? [{ method: 'POST', path }] : []),
        ],
        entry: `pages/${id}.ts`,
        spec: pageFunctions[id],
        stack: 'PageFunctions',
      },
    ],
  ),
]);
