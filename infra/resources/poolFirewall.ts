import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

type Statement = wafv2.CfnWebACL.StatementProperty;

/** The requests of an address in five minutes. AWS WAF counts approximately. */
const limits = {
  /** For pages. A sign-in takes about ten requests. Many people may share an address. */
  pages: 300,
  /** For calls of the pool's API, which people do not need: the pages make their calls themselves. */
  api: 20,
};

/** The time for which an address that solved a CAPTCHA is not asked again. */
const solvedSeconds = 30 * 60;

const pathThat = (positionalConstraint: 'EXACTLY' | 'STARTS_WITH' | 'CONTAINS', searchString: string) => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    searchString,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});
const anyOf = (...statements: Statement[]): Statement => ({ orStatement: { statements } });
const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/** Calls of the API have no path, and their operation in a header. */
const isApi = pathThat('EXACTLY', '/');
/** Programs call these: the service exchanges codes for tokens, all sign-ins from the same addresses, and reads keys. They mail nothing. */
const isOfPrograms = anyOf(pathThat('STARTS_WITH', '/oauth2/'), pathThat('CONTAINS', '/.well-known/'));
/** A CAPTCHA breaks the registration of a second factor (Amazon Cognito, "TOTP software token MFA"). It mails nothing either. */
const isOfSecondFactor = pathThat('STARTS_WITH', '/mfa');
/** The service's own calls are signed by its roles. Unsigned calls of these operations are refused by Cognito. */
const isOfAdministration: Statement = anyOf(
  ...['AWSCognitoIdentityProviderService.Admin', 'AWSCognitoIdentityProviderService.ListUsers'].map(
    (searchString) => ({
      byteMatchStatement: {
        fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
        positionalConstraint: 'STARTS_WITH',
        searchString,
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    }),
  ),
);

const rateOf = (limit: number, scopeDownStatement: Statement): Statement => ({
  rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 5 * 60, scopeDownStatement },
});

/**
 * Creates the AWS WAF rules in front of the stack's user pool, which mails a code to any address that somebody enters. Each address may make
 * a number of requests. On pages, people also solve a CAPTCHA. A program cannot, so calls of the pool's API have only the rate.
 */
export function makePoolFirewall(scope: Construct): wafv2.CfnWebACL {
  const watched = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    // Samples would show headers, including cookies.
    sampledRequestsEnabled: false,
  });
  const rules: readonly Pick<wafv2.CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'>[] = [
    {
      name: 'api-calls-by-address',
      action: { block: {} },
      statement: rateOf(limits.api, { andStatement: { statements: [isApi, not(isOfAdministration)] } }),
    },
    {
      name: 'pages-by-address',
      action: { block: {} },
      statement: rateOf(limits.pages, not(anyOf(isApi, isOfPrograms))),
    },
    {
      name: 'captcha-on-pages',
      action: { captcha: {} },
      statement: not(anyOf(isApi, isOfPrograms, isOfSecondFactor)),
    },
  ];
  return new wafv2.CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: watched('all'),
    captchaConfig: { immunityTimeProperty: { immunityTime: solvedSeconds } },
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: watched(rule.name) })),
  });
}
