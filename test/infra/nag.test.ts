import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { everything, synthesizeStage } from './synthesized.ts';

/** An accepted finding of cdk-nag, and the reason. */
interface Accepted {
  readonly rule: RegExp;
  /** The paths of the constructs that have the finding. */
  readonly of: RegExp;
  readonly reason: string;
}

const accepted: readonly Accepted[] = [
  {
    rule: /^AwsSolutions-APIG2$/,
    of: /^Api\/RestApi/,
    reason:
      'the contract validates, in the error formats of the specification, which API Gateway cannot answer in',
  },
  {
    rule: /^AwsSolutions-APIG3$/,
    of: /^Api\/RestApi\/DeploymentStage/,
    reason:
      'AWS WAF is a setting (wafRequestsPerFiveMinutes, wafManagedRules), for who is attacked: it is paid for with every request',
  },
  {
    rule: /^AwsSolutions-APIG6$/,
    of: /^Api\/RestApi\/DeploymentStage/,
    reason:
      'execution logs would have headers, credentials among them; the access log and the functions say the rest',
  },
  {
    rule: /^AwsSolutions-COG4$/,
    of: /^Api\/RestApi\/(Default|Routes)\//,
    reason:
      'callers come with API keys and sessions of the service, which its own authorizer knows; all methods have it',
  },
  {
    rule: /^AwsSolutions-COG2$/,
    of: /^Api\/SignIn\/UserPool/,
    reason: 'asked of all as soon as there is staff: Cognito cannot ask it of some (infra/docs/decisions.md)',
  },
  {
    rule: /^AwsSolutions-COG8$/,
    of: /^Api\/SignIn\/UserPool/,
    reason:
      'the plan Plus costs several times as much for each user; operators who need its features can set their own provider',
  },
  {
    rule: /^AwsSolutions-IAM4\[.*AmazonAPIGatewayPushToCloudWatchLogs\]$/,
    of: /^Api\/RestApi\/CloudWatchRole/,
    reason: "API Gateway's role of the whole account, as its guide asks; no function has it",
  },
  {
    rule: /^(AwsSolutions-IAM5\[Resource::\*\]|Serverless-LambdaStarPermissions)$/,
    of: /^(Api\/([^/]+\/)?|Search\/)[^/]+\/Role/,
    reason: "X-Ray's actions have no resources to name; permissions.test.ts checks that there are no others",
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::<\w*Data(Audit)?Bucket\w+\.?Arn>\/(uploads|direct|payloads|entry-pages|pages|texts|stamped|heads)\/\*\]$/,
    of: /^(Api\/\w+Functions|Workers|Mail|Search)\/[^/]+\/Role/,
    reason: 'one part of a bucket, for one action: keys are the ids of versions, or of chains and blocks',
  },
  {
    rule: /^AwsSolutions-S1$/,
    of: /^Data\/(Audit)?Bucket/,
    reason: 'a setting (fileAccessLogs): the lines cost storage, and the functions say who was given a URL',
  },
  {
    rule: /^Serverless-SQSRedrivePolicy$/,
    of: /^((Mail|Search)\/)?Queues\/\w*DeadLetters/,
    reason: 'they are the dead-letter queues',
  },
  {
    rule: /^Serverless-LambdaDLQ$/,
    of: /\/Function/,
    reason:
      'functions behind routes and queues are invoked synchronously, so it has no effect; for a schedule, the next run is the retry',
  },
  {
    rule: /^Serverless-LambdaTracing$/,
    of: /^(Workers|Mail|Search|UserPoolGuard)\//,
    reason: 'a trace of a worker has nothing in it but itself (infra/docs/decisions.md)',
  },
  {
    rule: /^Serverless-LambdaEventSourceMappingDestination$/,
    of: /^(Workers|Mail|Search)\//,
    reason: 'a destination is for streams; the queues have dead-letter queues of their own',
  },
  {
    rule: /^Serverless-(LambdaAsyncFailureDestination|EventBusDLQ)$/,
    of: /^(Workers|Mail|UserPoolGuard|Api\/SignIn)\//,
    reason: 'the next run is the retry, and alarms fire if runs do not come',
  },
  {
    rule: /^Serverless-SNSRedrivePolicy$/,
    of: /^Observability\/(Page|Ticket)Topic\//,
    reason:
      'mail that SNS cannot deliver would wait in a queue that nobody watches; CloudWatch shows the alarm anyway',
  },
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
const accepts = ({ rule, of }: Accepted, found: { rule: string; path: string }) =>
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
