import type * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { allOperations } from '../../shared/contract/operations.ts';
import { pages } from '../../shared/contract/pages.ts';
import type { StageSettings } from '../stage/settings.ts';

type Statement = wafv2.CfnWebACL.StatementProperty;
type Rule = Pick<wafv2.CfnWebACL.RuleProperty, 'name' | 'overrideAction' | 'statement'>;

/** A group of rules that AWS maintains (AWS WAF, "AWS Managed Rules rule groups list"). */
interface RuleGroup {
  readonly name: string;
  /** The group looks into bodies of requests. */
  readonly readsBodies: boolean;
  /** The rules that only count, also with `block`, because requests that the contract allows match them. */
  readonly onlyCounting: readonly string[];
}

const addresses: RuleGroup = {
  name: 'AWSManagedRulesAmazonIpReputationList',
  readsBodies: false,
  onlyCounting: [],
};
const requests: readonly RuleGroup[] = [
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', readsBodies: true, onlyCounting: [] },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    readsBodies: true,
    onlyCounting: [
      // Bodies of more than 8 KB, and queries of more than 2 KB, such as a list of many ids.
      'SizeRestrictions_BODY',
      'SizeRestrictions_QUERYSTRING',
      // Titles, descriptions and messages are any text, and endpoints may have an IP address. A search, `q`, may be for any text.
      'CrossSiteScripting_BODY',
      'CrossSiteScripting_QUERYARGUMENTS',
      'GenericLFI_BODY',
      'GenericLFI_QUERYARGUMENTS',
      'GenericRFI_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'NoUserAgent_HEADER',
    ],
  },
];

/** The routes whose requests have a file as their body: operations, and forms of the console without script. */
const uploads: readonly { readonly method: string; readonly path: string }[] = [
  ...allOperations.filter(({ body }) => body?.kind === 'multipart' || body?.kind === 'file'),
  pages.consoleForms,
];

/**
 * Matches requests that upload a file. API Gateway shows AWS WAF the path with its stage, and a custom domain shows it without. AWS WAF
 * decodes the path first, as API Gateway does.
 */
function isUpload(stage: string): Statement {
  const oneOf = (texts: readonly string[]) => `(${[...new Set(texts)].join('|')})`;
  const paths = uploads.map(({ path }) => path.replace(/\{\w+\+\}/g, '.+').replace(/\{\w+\}/g, '[^/]+'));
  const matches = (part: 'method' | 'uriPath', regexString: string, decoding: string): Statement => ({
    regexMatchStatement: {
      fieldToMatch: { [part]: {} },
      regexString,
      textTransformations: [{ priority: 0, type: decoding }],
    },
  });
  return {
    andStatement: {
      statements: [
        matches('method', `^${oneOf(uploads.map(({ method }) => method))}$`, 'NONE'),
        matches('uriPath', `^(/${stage})?${oneOf(paths)}/?$`, 'URL_DECODE'),
      ],
    },
  };
}

/**
 * Returns the rules of AWS WAF that AWS maintains, in their order. A group that looks into bodies never gets an upload. With `count`, the
 * rules refuse nothing. Behind a trusted front, all requests have its address, so addresses are left to the front.
 */
export function managedRules({ stage, wafManagedRules, trustedFront }: StageSettings): readonly Rule[] {
  if (wafManagedRules === 'off') return [];
  const scopeDownStatement: Statement = { notStatement: { statement: isUpload(stage) } };
  const groups = trustedFront === null ? [addresses, ...requests] : requests;
  return groups.map(({ name, readsBodies, onlyCounting }) => ({
    name,
    overrideAction: wafManagedRules === 'count' ? { count: {} } : { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ...(readsBodies && { scopeDownStatement }),
        ...(onlyCounting.length > 0 && {
          ruleActionOverrides: onlyCounting.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        }),
      },
    },
  }));
}
