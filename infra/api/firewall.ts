import type * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

interface FirewallProps {
  /** The requests that an address may make in five minutes. The limit is approximate, because AWS WAF counts every few seconds. */
  readonly limit: number;
  readonly restApi: apigateway.RestApi;
}

/**
 * AWS WAF in front of API Gateway refuses addresses that flood the service before any function runs. Its 403 has both error
 * formats, like all of API Gateway's own answers.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { limit, restApi }: FirewallProps) {
    super(scope, id);
    const watched = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples would show headers, including credentials.
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
