import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/**
 * The role in which API Gateway invokes functions: these, and no others. A permission on each function would be one more resource
 * for each route.
 */
export class Invoker extends Construct {
  readonly role: iam.IRole;

  constructor(scope: Construct, id: string, functions: readonly lambda.Function[]) {
    super(scope, id);
    const role = new iam.Role(this, 'Role', {
      // Only this account can give the role to an API: nobody passes roles to services of another. API Gateway was seen to name no
      // account when it takes up a role, so a condition that demands one would close the API.
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

  /** Returns the integration that hands a request to a function and its answer to the client, both as they are. */
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
