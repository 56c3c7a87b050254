import type * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

interface FirewallProps {
  /** The requests that an address may make in five minutes: about so many, since AWS WAF looks every few seconds. */
  readonly limit: number;
  readonly restApi: apigateway.RestApi;
}

/**
 * AWS WAF before API Gateway: it refuses an address that floods the service before anything of the service runs. Its 403 is
 * in both error formats, as all of API Gateway's own answers are.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { limit, restApi }: FirewallProps) {
    super(scope, id);
    const watched = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples would show headers, credentials among them.
      sampledRequestsEnabled: false,
    });
    const webAcl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: watched('all'),
      rules: [
        {
          name: 'requests-by-address',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 5 * 60 },
          },
          visibilityConfig: watched('requests-by-address'),
        },
      ],
    });
    new wafv2.CfnWebACLAssociation(this, 'Association', {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
  }
}
