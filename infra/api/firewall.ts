import type * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage/settings.ts';
import { managedRules } from './managedRules.ts';

interface FirewallProps {
  readonly settings: StageSettings;
  readonly restApi: apigateway.RestApi;
}

/** The requests that an address may make in five minutes. The limit is approximate, because AWS WAF counts every few seconds. */
const requestsByAddress = (limit: number) => ({
  name: 'requests-by-address',
  action: { block: {} },
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 5 * 60 } },
});

/**
 * AWS WAF in front of API Gateway refuses addresses that flood the service, and what the rules of AWS refuse, before any function runs. Its
 * 403 has both error formats, like all of API Gateway's own answers.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { settings, restApi }: FirewallProps) {
    super(scope, id);
    const { wafRequestsPerFiveMinutes: limit } = settings;
    const watched = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples would show headers, including credentials.
      sampledRequestsEnabled: false,
    });
    const rules = [...(limit === null ? [] : [requestsByAddress(limit)]), ...managedRules(settings)];
    const webAcl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: watched('all'),
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: watched(rule.name) })),
    });
    new wafv2.CfnWebACLAssociation(this, 'Association', {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
  }
}
