import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { StageSettings } from '../../infra/stage/settings.ts';
import { synthesizeStage } from './synthesized.ts';

const identityProvider = {
  issuer: 'https://login.example.com',
  clientId: 'documents',
  clientSecretParameter: null,
};
const regexMatch = z.object({
  RegexMatchStatement: z.object({
    FieldToMatch: z.record(z.string(), z.unknown()),
    // A quota of AWS WAF: characters of a regular expression.
    RegexString: z.string().check(z.maxLength(512)),
    TextTransformations: z.array(z.object({ Priority: z.literal(0), Type: z.enum(['NONE', 'URL_DECODE']) })),
  }),
});
const group = z.object({
  Name: z.string(),
  Priority: z.number(),
  OverrideAction: z.unknown(),
  Statement: z.object({
    ManagedRuleGroupStatement: z.object({
      VendorName: z.literal('AWS'),
      ScopeDownStatement: z.optional(
        z.object({
          NotStatement: z.object({
            Statement: z.object({ AndStatement: z.object({ Statements: z.array(regexMatch) }) }),
          }),
        }),
      ),
      RuleActionOverrides: z.optional(
        z.array(z.object({ Name: z.string(), ActionToUse: z.object({ Count: z.object({}) }) })),
      ),
    }),
  }),
  VisibilityConfig: z.object({ SampledRequestsEnabled: z.literal(false) }),
});

/** Returns the rules in front of API Gateway on a stage called prod. */
const rulesOf = (settings: Partial<StageSettings>) => {
  const acl = synthesizeStage({ stage: 'prod', identityProvider, ...settings }).only('AWS::WAFv2::WebACL');
  return z.parse(z.array(group), acl?.Rules);
};
const blocking = rulesOf({ wafManagedRules: 'block' });

describe('the rules of AWS WAF that AWS maintains', () => {
  test('refuse with block', () => {
    expect(blocking.map(({ OverrideAction }) => OverrideAction)).toEqual(Array(3).fill({ None: {} }));
    expect(blocking.map(({ Name, Priority }) => [Priority, Name])).toEqual([
      [0, 'AWSManagedRulesAmazonIpReputationList'],
      [1, 'AWSManagedRulesKnownBadInputsRuleSet'],
      [2, 'AWSManagedRulesCommonRuleSet'],
    ]);
  });

  test('refuse nothing with count, and leave addresses to a trusted front', () => {
    const front = {
      header: 'X-Front',
      secretSha256: ['a'.repeat(64)],
      viewerAddressHeader: 'CF-Connecting-IP',
    };
    const counting = rulesOf({ wafManagedRules: 'count', trustedFront: front });

    expect(counting.map(({ Name, OverrideAction }) => [Name, OverrideAction])).toEqual([
      ['AWSManagedRulesKnownBadInputsRuleSet', { Count: {} }],
      ['AWSManagedRulesCommonRuleSet', { Count: {} }],
    ]);
  });

  test('only count what the contract allows: long bodies and queries, any text in both, and programs without a name', () => {
    const overrides = blocking.flatMap(
      ({ Statement }) => Statement.ManagedRuleGroupStatement.RuleActionOverrides ?? [],
    );

    expect(overrides.map(({ Name }) => Name)).toEqual([
      'SizeRestrictions_BODY',
      'SizeRestrictions_QUERYSTRING',
      'CrossSiteScripting_BODY',
      'CrossSiteScripting_QUERYARGUMENTS',
      'GenericLFI_BODY',
      'GenericLFI_QUERYARGUMENTS',
      'GenericRFI_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'NoUserAgent_HEADER',
    ]);
  });
});

/** Returns whether the groups that look into bodies get a request, as AWS WAF decides. */
function isInspected(method: string, path: string): boolean[] {
  const sent: Readonly<Record<string, string>> = { Method: method, UriPath: path };
  return blocking.flatMap(({ Statement }) => {
    const { ScopeDownStatement } = Statement.ManagedRuleGroupStatement;
    if (!ScopeDownStatement) return [];
    const parts = ScopeDownStatement.NotStatement.Statement.AndStatement.Statements;
    const isUpload = parts.every(
      ({ RegexMatchStatement: { FieldToMatch, RegexString, TextTransformations } }) => {
        const [field = ''] = Object.keys(FieldToMatch);
        const text = TextTransformations.reduce(
          (value, { Type }) => (Type === 'URL_DECODE' ? decodeURIComponent(value) : value),
          sent[field] ?? '',
        );
        return new RegExp(RegexString).test(text);
      },
    );
    return [!isUpload];
  });
}

describe('rules that look into bodies', () => {
  test.for([
    ['POST', '/v1/documents'],
    ['POST', '/prod/v1/documents'],
    ['PUT', '/v1/organization/logo'],
    ['POST', '/prod/app/plain/documents/doc_01'],
  ] as const)('never get an upload: %s %s', ([method, path]) => {
    expect(isInspected(method, path)).toEqual([false, false]);
  });

  test.for([
    ['GET', '/v1/documents'],
    ['PATCH', '/v1/documents/doc_01'],
    ['POST', '/v1/webhooks'],
    ['POST', '/v1/uploads'],
    ['DELETE', '/v1/organization/logo'],
    ['POST', '/login/app/plain'],
  ] as const)('get other requests: %s %s', ([method, path]) => {
    expect(isInspected(method, path)).toEqual([true, true]);
  });
});

test('a budget mails the alarm address when the costs of a month exceed it, or will', () => {
  const { only, of } = synthesizeStage({ alarmEmail: 'operations@example.com', monthlyBudgetDollars: 250 });
  const mailed = (NotificationType: string) => ({
    Notification: {
      NotificationType,
      ComparisonOperator: 'GREATER_THAN',
      Threshold: 100,
      ThresholdType: 'PERCENTAGE',
    },
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'operations@example.com' }],
  });

  expect(only('AWS::Budgets::Budget')).toEqual({
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 250, Unit: 'USD' } },
    NotificationsWithSubscribers: [mailed('ACTUAL'), mailed('FORECASTED')],
  });
  expect(of('AWS::SNS::Subscription').size).toBe(2);
  expect(synthesizeStage().of('AWS::Budgets::Budget').size).toBe(0);
});
