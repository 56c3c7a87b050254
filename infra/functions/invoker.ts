import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/** IAM allows 10,240 characters of inline policies for a role, and the ARN of a function has up to 123. */
const functionsPerRole = 70;

/**
 * The roles in which API Gateway invokes the given functions and no other functions. With a permission on each function instead, the stack
 * would have one more resource for each route.
 */
export class Invoker extends Construct {
  readonly #roles = new Map<lambda.Function, iam.IRole>();

  /** @param functions by the name of their role. At most 70 have the same one */
  constructor(scope: Construct, id: string, functions: ReadonlyMap<string, readonly lambda.Function[]>) {
    super(scope, id);
    for (const [name, invoked] of functions) {
      if (invoked.length > functionsPerRole)
        throw new Error(`${name} would invoke more than ${functionsPerRole} functions.`);
      const role = invokingRole(this, name, invoked);
      for (const each of invoked) this.#roles.set(each, role);
    }
  }

  /** Returns the role in which API Gateway invokes a function. Throws for a function that this construct does not know. */
  roleOf(invoked: lambda.Function): iam.IRole {
    const role = this.#roles.get(invoked);
    if (!role) throw new Error(`API Gateway has no role to invoke ${invoked.node.path}.`);
    return role;
  }

  /** Returns the integration that passes the request and the function's answer through unchanged. */
  integrationOf(handler: lambda.Function): apigateway.Integration {
    return new apigateway.AwsIntegration({
      proxy: true,
      service: 'lambda',
      // AWS Lambda's API, "Invoke".
      path: `2015-03-31/functions/${handler.functionArn}/invocations`,
      options: { credentialsRole: this.roleOf(handler) },
    });
  }
}

const invokingRole = (scope: Construct, id: string, functions: readonly lambda.Function[]): iam.IRole =>
  new iam.Role(scope, id, {
    // Only this account can give the role to an API, because roles cannot be passed across accounts. In tests, API Gateway did not name an
    // account when it assumed the role, so the condition must allow requests that name no account.
    assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com', {
      conditions: { StringEqualsIfExists: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: {
      Invoke: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: functions.map(({ functionArn }) => functionArn),
          }),
        ],
      }),
    },
  }).withoutPolicyUpdates();
