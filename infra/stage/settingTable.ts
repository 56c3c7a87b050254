import {
  creationsPerMinute,
  maxFileBytesDefault,
  maxUploadBytes,
  organizationRateFactor,
  personRateFactor,
  requestsPerMinute,
  searchesPerMinute,
} from '../../shared/contract/limits.ts';
import {
  count,
  eachOnce,
  flag,
  isBaseUrl,
  isCertificateArn,
  isCollectionName,
  isDomain,
  isEmailAddress,
  isHeaderName,
  isHostedZoneId,
  isIssuer,
  isLogicalId,
  isNameOnPages,
  isNormalizedEmail,
  isOrigin,
  isParameterName,
  isPrincipal,
  isSha256,
  isViewerAddressHeader,
  isWebPage,
  list,
  listInVariable,
  oneOf,
  oneOrTwo,
  optional,
  required,
  type Setting,
  share,
  tags,
  text,
  word,
} from './settingKinds.ts';
import { isStageName } from './stackName.ts';

/** The worker that reads a file holds three copies of the file, in a bit more than a third of its memory. */
const largestFileBytes = 250_000_000;

/** Seven days. */
const longestSessionHours = 168;
export const sessionIdleHoursDefault = 12;

/**
 * A hundred years: the longest lock of an object (Amazon S3, "Object Lock considerations"). Other times have the same limit, so that each
 * end is a date that the API can answer.
 */
const hundredYearsDays = 36_500;

/** AWS WAF, "Rate-based rule high-level settings". */
const wafLeastRequests = 10;
const wafMostRequests = 2_000_000_000;

/** Days after which log lines may be removed (Amazon CloudWatch Logs, "PutRetentionPolicy"). */
const logLifetimes = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const webPage = 'an https URL of at most 500 characters, such as https://example.com/help';

/** Every setting of a stage, by its name in `infra/stages/<stage>.json`. `StageSettings` and infra/docs/settings.md explain them. */
export const settingTable = {
  retainData: { ...flag, byDefault: true },
  loseDataOf: optional(text('the name of a stage', isStageName)),
  baseUrl: optional(text('an https URL of origin and path only, without a trailing slash', isBaseUrl)),
  domainName: optional(text('a domain in lower case, such as docs.example.com', isDomain)),
  certificateArn: optional(text('the ARN of a certificate in AWS Certificate Manager', isCertificateArn)),
  hostedZoneId: optional(
    text('the id of a hosted zone in Amazon Route 53, such as Z0123456789ABC', isHostedZoneId),
  ),
  closeExecuteApi: flag,
  operatorName: optional(text('a name of 1 to 100 characters on one line', isNameOnPages)),
  helpUrl: optional(text(webPage, isWebPage)),
  privacyUrl: optional(text(webPage, isWebPage)),
  imprintUrl: optional(text(webPage, isWebPage)),
  alarmEmail: optional(text('an e-mail address', isEmailAddress)),
  monthlyBudgetDollars: optional(count()),
  mailFrom: optional(text('an e-mail address', isEmailAddress)),
  mailsPerDayAlarm: required(count(), 5000),
  rateLimitRequests: required(count(), requestsPerMinute),
  rateLimitCreates: required(count(), creationsPerMinute),
  rateLimitSearches: required(count(), searchesPerMinute),
  rateLimitPersonFactor: required(count(), personRateFactor),
  rateLimitOrganizationFactor: required(count(), organizationRateFactor),
  quotaDocuments: required(count(), 100_000),
  quotaStoredBytes: required(count(), 500_000_000_000),
  quotaPersonalDocuments: required(count(), 1000),
  quotaPersonalStoredBytes: required(count(), 5_000_000_000),
  quotaOrganizations: required(count(), 1000),
  maxFileBytes: required(count(maxUploadBytes, largestFileBytes), maxFileBytesDefault),
  search: word('none', 'opensearch'),
  searchCollections: required(oneOrTwo('names of 1 or 2 lower-case letters or digits', isCollectionName), [
    'a',
  ]),
  searchOperators: list('ARNs of roles and users in AWS IAM', isPrincipal),
  longestKeyLifeDays: optional(count(1, hundredYearsDays)),
  sessionHours: required(count(1, longestSessionHours), longestSessionHours),
  sessionIdleHours: required(count(1, longestSessionHours), sessionIdleHoursDefault),
  trustedFrontHeader: optional(text('the name of a header', isHeaderName)),
  trustedFrontSecretSha256: list('SHA-256 hashes in hexadecimal', isSha256),
  viewerAddressHeader: optional(
    text('the name of a header with one address, and not X-Forwarded-For', isViewerAddressHeader),
  ),
  wafRequestsPerFiveMinutes: optional(count(wafLeastRequests, wafMostRequests)),
  wafManagedRules: word('off', 'count', 'block'),
  reservedWorkerConcurrency: flag,
  traceSampling: required(share, 0.05),
  logLevel: word('info', 'warn'),
  platformLogs: flag,
  logDays: required(oneOf(...logLifetimes), 30),
  fileAccessLogs: flag,
  activityDays: required(count(1, hundredYearsDays), 400),
  auditObjectLockDays: optional(count(1, hundredYearsDays)),
  auditObjectLockMode: word('governance', 'compliance'),
  oidcIssuer: optional(text('the https URL of an OpenID Connect issuer', isIssuer)),
  oidcClientId: optional(text("the client's identifier at oidcIssuer", (value) => value !== '')),
  oidcClientSecretParameter: optional(
    text('the name of an SSM parameter, such as /documents/oidc-secret', isParameterName),
  ),
  selfSignUp: { ...flag, byDefault: true },
  staffEmailDomains: listInVariable('domains in lower case, such as example.com', isDomain, 1500),
  staffEmails: listInVariable('e-mail addresses in lower case', isNormalizedEmail, 1500),
  corsOrigins: eachOnce(
    listInVariable(
      'different origins as browsers send them, such as https://app.example.com',
      isOrigin,
      2000,
    ),
  ),
  webhookAllowPrivateTargets: flag,
  mayReplace: list('logical ids of resources', isLogicalId),
  tags,
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingName = keyof typeof settingTable;
export const settingNames = Object.keys(settingTable) as SettingName[];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTable, name);

/** The values of all settings, each valid by itself. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settingTable)[Name] extends Setting<infer T> ? T : never;
};
