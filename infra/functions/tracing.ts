import * as xray from 'aws-cdk-lib/aws-xray';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage/settings.ts';

/** Sets which requests to the API's stage are traced. Without a rule, X-Ray would also trace the first request of each second. */
export const sampleTraces = (
  scope: Construct,
  id: string,
  { stage, traceSampling }: StageSettings,
  apiName: string,
): xray.CfnSamplingRule =>
  new xray.CfnSamplingRule(scope, id, {
    samplingRule: {
      // Names are unique in an account and region, and have up to 32 characters.
      ruleName: `documents-${stage}`,
      version: 1,
      priority: 1000,
      fixedRate: traceSampling,
      reservoirSize: 0,
      // Amazon API Gateway, "Configure AWS X-Ray sampling rules for API Gateway APIs".
      serviceName: `${apiName}/${stage}`,
      serviceType: 'AWS::ApiGateway::Stage',
      resourceArn: '*',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
    },
  });
