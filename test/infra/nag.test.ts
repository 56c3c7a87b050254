import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { everything, synthesizeStage } from './synthesized.ts';

/** Findings of cdk-nag that are accepted: the rule, the paths of the constructs, and the reason. */
const accepted: readonly (readonly [rule: RegExp, of: RegExp, reason: string])[] = [
  [/^AwsSolutions-APIG2$/, /^Api\/RestApi/, 'the contract validates, in the formats of the specification'],
  [/^AwsSolutions-APIG3$/, /^Api\/RestApi\/DeploymentStage/, 'AWS WAF is a setting, and has a price'],
  [/^AwsSolutions-APIG6$/, /^Api\/RestApi\/DeploymentStage/, 'execution logs would have credentials'],
  [/^AwsSolutions-COG4$/, /^Api\/RestApi\/(Default|Routes)\//, 'all methods have our authorizer'],
  [/^AwsSolutions-COG2$/, /^Api\/SignIn\/UserPool/, 'required if there is staff (infra/docs/decisions.md)'],
  [/^AwsSolutions-COG8$/, /^Api\/SignIn\/UserPool/, 'the plan Plus costs several times as much'],
  [/^AwsSolutions-IAM4\[.*ToCloudWatchLogs\]$/, /^Api\/RestApi\/CloudWatchRole/, 'as API Gateway requires'],
  [
    /^(AwsSolutions-IAM5\[Resource::\*\]|Serverless-LambdaStarPermissions)$/,
    /^(Api\/([^/]+\/)?|Search\/)[^/]+\/Role/,
    "X-Ray's actions have no resources to name; permissions.test.ts checks that there are no others",
  ],
  [
    /^AwsSolutions-IAM5\[Resource::<\w*Data(Audit)?Bucket\w+\.?Arn>\/(uploads|direct|payloads|entry-pages|pages|texts|stamped|heads)\/\*\]$/,
    /^(Api\/\w+Functions|Workers|Mail|Search)\/[^/]+\/Role/,
    'one part of a bucket, for one action: keys are the ids of versions, or of chains and blocks',
  ],
  [/^AwsSolutions-S1$/, /^Data\/(Audit)?Bucket/, 'a setting (fileAccessLogs): the lines cost storage'],
  [/^Serverless-SQSRedrivePolicy$/, /^((Mail|Search)\/)?Queues\/\w*DeadLetters/, 'dead-letter queues'],
  [/^Serverless-LambdaDLQ$/, /\/Function/, 'functions are invoked synchronously, or again by their schedule'],
  [/^Serverless-LambdaTracing$/, /^(Workers|Mail|Search|UserPoolGuard)\//, 'a worker is alone in its trace'],
  [/^Serverless-LambdaEventSourceMappingDestination$/, /^(Workers|Mail|Search)\//, 'for streams only'],
  [
    /^Serverless-(LambdaAsyncFailureDestination|EventBusDLQ)$/,
    /^(Workers|Mail|UserPoolGuard|Api\/SignIn)\//,
    'the next run is the retry, and alarms fire if runs do not come',
  ],
  [/^Serverless-SNSRedrivePolicy$/, /^Observability\/(Page|Ticket)Topic\//, 'CloudWatch shows alarms too'],
];

const settings = { 'as it is by default': {}, 'with all that can be set': everything } as const;

/** Returns the findings of the packs AwsSolutions and Serverless, one for each rule and construct. */
const findings = Object.values(settings).map((each) => {
  const found: { rule: string; path: string }[] = [];
  synthesizeStage(each, {
    inspect: (app) => {
      for (const pack of [new AwsSolutionsChecks(), new ServerlessChecks()])
        for (const { ruleName, violatingResources } of pack.validateScope(app).violations)
          for (const { constructPath = '' } of violatingResources)
            found.push({ rule: ruleName, path: constructPath.replace(/^[^/]+\//, '') });
    },
  });
  return found;
});
const accepts = ([rule, of]: (typeof accepted)[number], found: { rule: string; path: string }) =>
  rule.test(found.rule) && of.test(found.path);

describe('cdk-nag finds only accepted findings', () => {
  test.for(Object.keys(settings).map((name, index) => [name, index] as const))(
    'in a stage %s',
    ([_, index]) => {
      expect(findings[index]?.filter((found) => !accepted.some((each) => accepts(each, found)))).toEqual([]);
    },
  );

  test('and all accepted findings still exist', () => {
    const all = findings.flat();

    expect(accepted.filter((each) => !all.some((found) => accepts(each, found)))).toEqual([]);
  });
});
