import { fullDiff, type TemplateDiff } from '@aws-cdk/cloudformation-diff';
import type { Templates } from './templates.ts';

/** A resource that the update would replace or remove. */
export interface Loss {
  readonly file: string;
  readonly logicalId: string;
  readonly type: string;
  readonly impact: string;
}

export interface Comparison {
  /** The difference of each pair of templates, by file name. */
  readonly diffs: ReadonlyMap<string, TemplateDiff>;
  /** Every resource that would be replaced or removed. */
  readonly losses: readonly Loss[];
}

/** What happens to a resource that the update replaces or removes, in words. */
const impacts: Readonly<Record<string, string>> = {
  WILL_REPLACE: 'is replaced',
  MAY_REPLACE: 'may be replaced',
  WILL_DESTROY: 'is deleted',
  WILL_ORPHAN: 'leaves the stack and stays in the account',
};

/**
 * The CDK names a deployment of API Gateway by the hash of the API, so each change of the API removes the one before. It keeps nothing, and
 * the stage has switched to the new one by then.
 */
const renewedByEachRelease = 'AWS::ApiGateway::Deployment';

/**
 * Compares the templates of two releases. A single template is compared with a single template, whatever their names. A template that
 * exists in only one of the releases is compared with an empty one.
 */
export function compare(before: Templates, after: Templates): Comparison {
  const diffs = new Map(
    pairs(before, after).map(([file, old, fresh]) => [file, fullDiff(old, fresh)] as const),
  );
  const losses = [...diffs].flatMap(([file, { resources }]) =>
    Object.entries(resources.changes).flatMap(([logicalId, { changeImpact, resourceType = '' }]) => {
      const impact = impacts[changeImpact];
      return impact === undefined || resourceType === renewedByEachRelease
        ? []
        : [{ file, logicalId, type: resourceType, impact }];
    }),
  );
  return { diffs, losses };
}

function pairs(before: Templates, after: Templates): (readonly [string, object, object])[] {
  const [[, old] = [], ...others] = before;
  const [[file, fresh] = [], ...more] = after;
  if (old && file && fresh && others.length + more.length === 0) return [[file, old, fresh]];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [
    name,
    before.get(name) ?? {},
    after.get(name) ?? {},
  ]);
}
