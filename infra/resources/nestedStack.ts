import { NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/**
 * Creates a nested stack that is named without CDK's path. The names of its resources begin with its name, and operators search for functions
 * by name.
 */
export function makeNestedStack(scope: Construct, id: string): NestedStack {
  const stack = new NestedStack(scope, id);
  stack.nestedStackResource?.overrideLogicalId(id);
  return stack;
}
