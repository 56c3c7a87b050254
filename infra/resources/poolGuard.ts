import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Duration, type NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { capitalized } from '../../shared/runtime/stores.ts';
import { type FunctionContext, ServiceFunction } from '../functions/serviceFunction.ts';
import { type UserPoolFunctionName, userPoolActions, userPoolFunctions } from '../functions/userPool.ts';
import { makeNestedStack } from './nestedStack.ts';
import { makePoolFirewall } from './poolFirewall.ts';

/** The functions and the firewall of a user pool. The nested stack has what does not name the pool, and the root stack connects both. */
export interface PoolGuard {
  readonly stack: NestedStack;
  readonly functions: Readonly<Record<UserPoolFunctionName, lambda.Function>>;
  readonly webAcl: wafv2.CfnWebACL;
}

export function makePoolGuard(scope: Construct, context: FunctionContext): PoolGuard {
  const stack = makeNestedStack(scope, 'UserPoolGuard');
  const make = (name: UserPoolFunctionName) =>
    new ServiceFunction(stack, capitalized(name), { ...context, name, spec: userPoolFunctions[name] })
      .function;
  const functions = { confirmedSignUp: make('confirmedSignUp'), endUnconfirmed: make('endUnconfirmed') };
  // The next run does the work that a failed run has left.
  functions.endUnconfirmed.configureAsyncInvoke({ retryAttempts: 0 });
  return { stack, functions, webAcl: makePoolFirewall(stack) };
}

/** Puts the guard in front of a pool. `hasSignUp`: people make accounts themselves, so that some are never confirmed. */
export function guardPool(
  scope: Construct,
  pool: cognito.UserPool,
  { functions, webAcl }: PoolGuard,
  hasSignUp: boolean,
): void {
  new wafv2.CfnWebACLAssociation(scope, 'PoolFirewall', {
    resourceArn: pool.userPoolArn,
    webAclArn: webAcl.attrArn,
  });
  // Also without sign-up: accounts from a time with sign-up may still be confirmed. `addTrigger` would add the permission to the nested stack,
  // which must not name the pool.
  (pool.node.defaultChild as cognito.CfnUserPool).lambdaConfig = {
    postConfirmation: functions.confirmedSignUp.functionArn,
  };
  new lambda.CfnPermission(scope, 'ConfirmedSignUpByPool', {
    action: 'lambda:InvokeFunction',
    functionName: functions.confirmedSignUp.functionArn,
    principal: 'cognito-idp.amazonaws.com',
    sourceArn: pool.userPoolArn,
  });
  for (const name of Object.keys(userPoolActions) as UserPoolFunctionName[])
    new iam.CfnPolicy(scope, `${capitalized(name)}OnPool`, {
      policyName: `${name}OnPool`,
      roles: [functions[name].role?.roleName ?? ''],
      policyDocument: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({ actions: [...userPoolActions[name]], resources: [pool.userPoolArn] }),
        ],
      }),
    });
  if (!hasSignUp) return;
  const event = events.RuleTargetInput.fromObject({ user_pool_id: pool.userPoolId });
  new events.Rule(scope, 'EveryFiveMinutesToEndUnconfirmed', {
    description: 'Removes accounts that nobody confirmed',
    schedule: events.Schedule.rate(Duration.minutes(5)),
    targets: [new targets.LambdaFunction(functions.endUnconfirmed, { event, retryAttempts: 0 })],
  });
}
