import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/**
 * The role in which API Gateway invokes the given functions and no others. A permission on each function would need one more
 * resource for each route.
 */
export class Invoker extends Construct {
  readonly role: iam.IRole;

  constructor(scope: Construct, id: string, functions: readonly lambda.Function[]) {
    super(scope, id);
    const role = new iam.Role(this, 'Role', {
      // Only this account can give the role to an API, because roles cannot be passed across accounts. In tests, API Gateway named
      // no account when it assumed the role, so a condition on the account would close the API.
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com', {
        conditions: { StringEqualsIfExists: { 'aws:SourceAccount': Stack.of(this).account } },
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
    });
    this.role = role.withoutPolicyUpdates();
  }

  /** Returns the integration that passes the request and the function's answer through unchanged. */
  integrationOf({ functionArn }: lambda.Function): apigateway.Integration {
    return new apigateway.AwsIntegration({
      proxy: true,
      service: 'lambda',
      // AWS Lambda's API, "Invoke".
      path: `2015-03-31/functions/${functionArn}/invocations`,
      options: { credentialsRole: this.role },
    });
  }
}
