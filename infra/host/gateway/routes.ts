import type { RouteDefinition } from '../template/api.ts';
import type { GatewayError } from './gatewayResponses.ts';

interface RouteMatch {
  readonly route: RouteDefinition;
  readonly pathParameters: Record<string, string>;
}

interface Resource {
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
}

/** Finds routes as API Gateway does: literal segments come before parameters, and a trailing slash makes no difference. */
export class Routes {
  readonly #resources: readonly Resource[];

  constructor(routes: readonly RouteDefinition[]) {
    const paths = Map.groupBy(routes, ({ path }) => path);
    this.#resources = [...paths]
      .map(([path, ofPath]) => ({
        segments: segmentsOf(path),
        methods: new Map(ofPath.map((route) => [route.method, route])),
      }))
      .sort(mostLiteralFirst);
  }

  /** @param path as it was sent, without the query */
  match(method: string, path: string): RouteMatch | GatewayError {
    const segments = decodeSegments(path);
    if (!segments) return 'BAD_REQUEST_PARAMETERS';
    for (const resource of this.#resources) {
      const pathParameters = capture(resource.segments, segments);
      if (!pathParameters) continue;
      const route = resource.methods.get(method) ?? resource.methods.get('ANY');
      return route ? { route, pathParameters } : 'MISSING_AUTHENTICATION_TOKEN';
    }
    return 'MISSING_AUTHENTICATION_TOKEN';
  }
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return segmentsOf(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const isGreedy = (segment: string): boolean => segment.endsWith('+}');

function capture(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const greedy = pattern.some(isGreedy);
  if (greedy ? segments.length < pattern.length : segments.length !== pattern.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!isParameter(expected)) {
      if (segment !== expected) return undefined;
    } else if (isGreedy(expected)) parameters[expected.slice(1, -2)] = segments.slice(index).join('/');
    else if (segment === '') return undefined;
    else parameters[expected.slice(1, -1)] = segment;
  }
  return parameters;
}

function mostLiteralFirst(a: Resource, b: Resource): number {
  const rank = (segment: string | undefined): number =>
    segment === undefined ? 3 : isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0;
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index += 1) {
    const difference = rank(a.segments[index]) - rank(b.segments[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}
