import { nearestTo } from './nearest.ts';
import { assertLossIsMeant, retainsDataByDefault } from './retainedData.ts';
import { SettingsError } from './settingsError.ts';
import {
  isSettingName,
  type SettingName,
  type SettingValues,
  sessionIdleHoursDefault,
  settingNames,
  settingTable,
} from './settingTable.ts';
import { isStageName } from './stackName.ts';
import { assertStaff } from './staff.ts';

/** The differences between stages. Everything else about the service is the same in all of them. */
export interface StageSettings {
  /** Names the stack and the API's stage: lower-case letters, digits and hyphens. Default: dev */
  readonly stage: string;
  /**
   * The URL at which clients reach the service, such as https://docs.example.com. Needed if a CDN, or a domain that the stack does not
   * make, is in front of the service. Default: the URL of `domain`; null without a domain, which means API Gateway's default URL.
   */
  readonly baseUrl: string | null;
  /** The domain that the stack makes for the API. Default: null, none */
  readonly domain: DomainSettings | null;
  /** Turns off API Gateway's default URL, so that clients can only use the custom domain. Default: false */
  readonly closeExecuteApi: boolean;
  /**
   * Keeps the table, the buckets, the KMS keys, the user pool and the logs when the stack is deleted. Default: true, except for the stages
   * dev, test and try
   */
  readonly retainData: boolean;
  /** The stage's own name, which allows `retainData: false` on a stage that retains data by default. Default: null */
  readonly loseDataOf: string | null;
  /** The name of the organization that operates the service, for the footer of pages. Default: null, none */
  readonly operatorName: string | null;
  /** The operator's web pages with help, about privacy, and with the imprint. The footer links to them. Default: null, none */
  readonly helpUrl: string | null;
  readonly privacyUrl: string | null;
  readonly imprintUrl: string | null;
  /** The address that alarms of both severities are mailed to. Default: null, none: people subscribe to the topics themselves */
  readonly alarmEmail: string | null;
  /** AWS mails `alarmEmail` when the costs of the account in a month exceed so many US dollars, or will. Default: null, no budget */
  readonly monthlyBudgetDollars: number | null;
  /**
   * The address from which the service sends mail. The domain of the address must be a verified identity of Amazon SES in the region of the
   * stack. Default: null, no mail: people pass on links themselves
   */
  readonly mailFrom: string | null;
  /** An alarm fires when the account sends this number of mails in a day or more. Default: 5000 */
  readonly mailsPerDayAlarm: number;
  /** The number of requests in a minute for an API key, and for all sessions of a person. Default: 1000 (specification section 8) */
  readonly rateLimitRequests: number;
  /** The number of POST requests among these requests in a minute. Default: 100 (specification section 8) */
  readonly rateLimitCreates: number;
  /** The number of searches in texts in a minute for a person, and for a service account. Default: 60 */
  readonly rateLimitSearches: number;
  /** The multiple of the first two limits that a person may use in a minute over all their credentials. Default: 5 */
  readonly rateLimitPersonFactor: number;
  /** The multiple of the first two limits that all members and service accounts of an organization may use together. Default: 20 */
  readonly rateLimitOrganizationFactor: number;
  /** The search engine that finds words in texts: Amazon OpenSearch Serverless, or none. Default: none */
  readonly search: 'none' | 'opensearch';
  /**
   * The names of the engine's collections: one, or two while another collection replaces one. The first one is searched, and all are written.
   * Default: a
   */
  readonly searchCollections: readonly string[];
  /** The ARNs of the roles and users that may run `search check`. Default: none */
  readonly searchOperators: readonly string[];
  /** The days after which every API key ends, including keys that were issued earlier for longer. Default: null, no maximum */
  readonly longestKeyLifeDays: number | null;
  /** The hours after which a browser's session ends, however much it is used. Default: 168 */
  readonly sessionHours: number;
  /** The hours without use after which a session ends. Default: 12, or `sessionHours` if that is less */
  readonly sessionIdleHours: number;
  /** The default quotas. Operators can set others for an organization or a person. */
  readonly quotas: QuotaSettings;
  /** The largest PDF that can be put at an upload's URL, in bytes. Default: 104,857,600, which are 100 MiB */
  readonly maxFileBytes: number;
  /**
   * People make accounts in the stack's own user pool themselves. Always false with `staffEmailDomains`, and of no effect with another
   * identity provider. Default: true
   */
  readonly selfSignUp: boolean;
  /** Only users with an e-mail address of these domains can be service staff. Default: none */
  readonly staffEmailDomains: readonly string[];
  /** The addresses of service staff, each of a domain of `staffEmailDomains`. Default: none, all users of these domains are staff */
  readonly staffEmails: readonly string[];
  /**
   * Web pages of these origins, such as https://app.example.com, may call the API and upload files from a browser with an API key,
   * but not with a session. Default: none
   */
  readonly corsOrigins: readonly string[];
  /**
   * Allows webhooks to private addresses and to ports other than 443. For development stages only: anybody who may register an
   * endpoint can then send requests inside the service's network. Default: false
   */
  readonly webhookAllowPrivateTargets: boolean;
  /** The CDN or proxy that the service trusts to state the client's address. Default: null, none */
  readonly trustedFront: TrustedFrontSettings | null;
  /** AWS WAF refuses IP addresses that make more than this number of requests in five minutes. Default: null, no limit */
  readonly wafRequestsPerFiveMinutes: number | null;
  /** AWS WAF counts, or refuses, requests that match the rules that AWS maintains. Default: off */
  readonly wafManagedRules: 'off' | 'count' | 'block';
  /**
   * Reserves concurrent executions of the account for each worker. The deployment fails if fewer than 100 would stay unreserved, as
   * in a new account, which may have only 10 in all. Default: false
   */
  readonly reservedWorkerConcurrency: boolean;
  /** The share of requests that X-Ray traces, from 0 (none) to 1. Work behind the queues is not traced. Default: 0.05 */
  readonly traceSampling: number;
  /**
   * The level from which functions write lines. `warn` omits the lines of successful requests, and with them the identity of
   * readers: the access log has only their credential. Default: info
   */
  readonly logLevel: 'info' | 'warn';
  /** Lambda logs the start and the end of every invocation, even when it succeeds. Default: false */
  readonly platformLogs: boolean;
  /** The days for which logs are kept. CloudWatch Logs allows some numbers only. Default: 30 */
  readonly logDays: number;
  /** S3 logs each request for a file to a separate bucket. Default: false */
  readonly fileAccessLogs: boolean;
  /** The days for which entries of activity are kept. Default: 400 */
  readonly activityDays: number;
  /**
   * The days for which S3 Object Lock protects the signed heads of audit chains from removal and replacement. The lock can only be set
   * when a stage is created, and it can never be removed. Default: null, no lock
   */
  readonly auditObjectLockDays: number | null;
  /** Whether a special permission overrides the lock (`governance`) or nobody can (`compliance`). Default: governance */
  readonly auditObjectLockMode: 'governance' | 'compliance';
  /** The logical ids of resources that the next release may replace or remove (`npm run compare`). Default: none */
  readonly mayReplace: readonly string[];
  /** The tags of all resources of the stack. Default: none */
  readonly tags: Readonly<Record<string, string>>;
  /** The provider that people sign in with. Default: null, the stack has its own Cognito user pool */
  readonly identityProvider: IdentityProviderSettings | null;
}

/** The defaults are generous for people and stop runaway programs. */
interface QuotaSettings {
  /** `quotaDocuments`: the documents of an organization. Default: 100,000 */
  readonly documents: number;
  /** `quotaStoredBytes`: the bytes of an organization's files, of all versions. Default: 500 GB */
  readonly storedBytes: number;
  /** `quotaPersonalDocuments`: the documents of a person outside of any organization. Default: 1000 */
  readonly personalDocuments: number;
  /** `quotaPersonalStoredBytes`: the bytes of the files of these documents, of all versions. Default: 5 GB */
  readonly personalStoredBytes: number;
  /** `quotaOrganizations`: the organizations that one person founds. Default: 1000 */
  readonly organizations: number;
}

/** A custom domain of API Gateway. If both a certificate and a hosted zone are given, the zone is used only for the domain's record. */
export interface DomainSettings {
  /** `domainName`: the whole name, such as docs.example.com. */
  readonly name: string;
  /** `certificateArn`: its certificate, in the region of the stack. Null: the stack makes one, validated by a record in the hosted zone. */
  readonly certificateArn: string | null;
  /** `hostedZoneId`: the public zone in which the stack makes its record. Null: an output says which record to make. */
  readonly hostedZoneId: string | null;
}

/** A CDN or proxy through which all requests must come. */
interface TrustedFrontSettings {
  /** `trustedFrontHeader`: the header that the CDN or proxy adds to each request. Its value is a secret. */
  readonly header: string;
  /** `trustedFrontSecretSha256`: the SHA-256 of the secret in hexadecimal, or several during a rotation. */
  readonly secretSha256: readonly string[];
  /** `viewerAddressHeader`: the header in which the CDN or proxy states the viewer's address. */
  readonly viewerAddressHeader: string;
}

/** An OpenID Connect provider that this service is registered with as a client. */
interface IdentityProviderSettings {
  /** `oidcIssuer`: its issuer identifier; the service appends `/.well-known/openid-configuration`. */
  readonly issuer: string;
  /** `oidcClientId`: the client id of this service. */
  readonly clientId: string;
  /**
   * `oidcClientSecretParameter`: the name of the SSM parameter (a SecureString) that holds the client's secret. Default: null, a
   * public client, which uses PKCE alone.
   */
  readonly clientSecretParameter: string | null;
}

/** The stage for commands that do not name a stage. */
export const stageByDefault = 'dev';

/**
 * Returns the settings of a stage from its values by name. Missing values have their defaults. Throws a SettingsError about the first wrong
 * value.
 */
export function readSettings({
  stage = stageByDefault,
  ...given
}: Readonly<Record<string, unknown>>): StageSettings {
  if (!isStageName(stage))
    throw new SettingsError(
      'stage must be 1 to 20 lower-case letters, digits or hyphens, and begin with a letter',
    );
  const values = readValues({
    retainData: retainsDataByDefault(stage),
    ...given,
    ...(given.sessionIdleHours === undefined && { sessionIdleHours: idleHoursByDefault(given.sessionHours) }),
  });
  assertLossIsMeant({ ...values, stage });
  assertIdleEndsFirst(values);
  assertStaff(values, given.staffEmails !== undefined);
  if (values.monthlyBudgetDollars !== null && values.alarmEmail === null)
    throw new SettingsError('monthlyBudgetDollars needs an alarmEmail, to which AWS mails');
  const identityProvider = readIdentityProvider(values);
  // The Cognito domain contains the stage's name, and Amazon Cognito refuses these words in it.
  if (identityProvider === null && /aws|amazon|cognito/.test(stage))
    throw new SettingsError('stage must not contain aws, amazon or cognito, unless oidcIssuer is given');
  const domain = readDomain(values);
  const baseUrl = values.baseUrl ?? (domain && `https://${domain.name}`);
  if (values.closeExecuteApi && baseUrl === null)
    throw new SettingsError(
      'closeExecuteApi needs a domainName or a baseUrl: without one, clients would have no address left',
    );
  const trustedFront = readTrustedFront(values);
  if (values.wafRequestsPerFiveMinutes !== null && trustedFront !== null)
    throw new SettingsError(
      'wafRequestsPerFiveMinutes excludes a trusted front, whose address AWS WAF would count: limit rates in the front',
    );
  const {
    quotaDocuments: documents,
    quotaStoredBytes: storedBytes,
    quotaPersonalDocuments: personalDocuments,
    quotaPersonalStoredBytes: personalStoredBytes,
    quotaOrganizations: organizations,
    domainName,
    certificateArn,
    hostedZoneId,
    trustedFrontHeader,
    trustedFrontSecretSha256,
    viewerAddressHeader,
    oidcIssuer,
    oidcClientId,
    oidcClientSecretParameter,
    ...others
  } = values;
  return {
    ...others,
    stage,
    baseUrl,
    domain,
    selfSignUp: values.selfSignUp && values.staffEmailDomains.length === 0,
    quotas: { documents, storedBytes, personalDocuments, personalStoredBytes, organizations },
    trustedFront,
    identityProvider,
  };
}

/** Returns the values, with the texts of `-c` or of variables parsed. */
export const fromTexts = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' && isSettingName(name) ? settingTable[name].fromText(value) : value,
    ]),
  );

/** Returns the default of `sessionIdleHours` for `sessionHours` as they were given. */
const idleHoursByDefault = (sessionHours: unknown): number =>
  typeof sessionHours === 'number'
    ? Math.min(sessionHours, sessionIdleHoursDefault)
    : sessionIdleHoursDefault;

function assertIdleEndsFirst({ sessionHours, sessionIdleHours }: SettingValues): void {
  if (sessionIdleHours > sessionHours)
    throw new SettingsError(
      `sessionIdleHours must be at most sessionHours, which is ${sessionHours}: a session of ${sessionHours} hours ends before it is unused for ${sessionIdleHours}`,
    );
}

/** Throws a SettingsError, with the nearest name, when there is no such setting. */
export function assertSettingName(name: string): asserts name is SettingName {
  if (!isSettingName(name))
    throw new SettingsError(`${name} is not a setting; the nearest is ${nearestTo(name, settingNames)}`);
}

/** The beginnings of tokens of CDK, variables of CloudFormation, and its dynamic references. */
const replaced = /\$\{|\{\{/;

function readValues(given: Readonly<Record<string, unknown>>): SettingValues {
  for (const name of Object.keys(given)) assertSettingName(name);
  return Object.fromEntries(
    settingNames.map((name) => {
      const { byDefault, mustBe, isValid } = settingTable[name];
      const value = given[name] ?? byDefault;
      if ((given[name] === null && byDefault !== null) || !isValid(value))
        throw new SettingsError(`${name} must be ${mustBe}`);
      if (replaced.test(JSON.stringify(value)))
        throw new SettingsError(`${name} must not have \${ or {{, which CDK and CloudFormation replace`);
      return [name, value];
    }),
  ) as SettingValues;
}

/** AWS Certificate Manager, "RequestCertificate": the first name of a certificate. */
const certifiedMaxCharacters = 64;

function readDomain({
  domainName: name,
  certificateArn,
  hostedZoneId,
}: SettingValues): DomainSettings | null {
  if (name === null && (certificateArn ?? hostedZoneId) === null) return null;
  if (name === null)
    throw new SettingsError('domainName is missing: certificateArn and hostedZoneId need it');
  if ((certificateArn ?? hostedZoneId) === null)
    throw new SettingsError(
      'domainName needs a certificateArn, or a hostedZoneId in which the stack can prove the domain',
    );
  if (certificateArn === null && name.length > certifiedMaxCharacters)
    throw new SettingsError(
      `domainName must have at most ${certifiedMaxCharacters} characters, unless certificateArn is given`,
    );
  return { name, certificateArn, hostedZoneId };
}

function readTrustedFront({
  trustedFrontHeader: header,
  trustedFrontSecretSha256: secretSha256,
  viewerAddressHeader,
}: SettingValues): TrustedFrontSettings | null {
  if (header === null && secretSha256.length === 0 && viewerAddressHeader === null) return null;
  if (header === null)
    throw new SettingsError('trustedFrontHeader is missing: the settings of a trusted front are three');
  if (secretSha256.length === 0)
    throw new SettingsError('trustedFrontSecretSha256 is missing: the settings of a trusted front are three');
  if (viewerAddressHeader === null)
    throw new SettingsError('viewerAddressHeader is missing: the settings of a trusted front are three');
  return { header, secretSha256, viewerAddressHeader };
}

function readIdentityProvider({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecretParameter: clientSecretParameter,
}: SettingValues): IdentityProviderSettings | null {
  if (issuer === null && clientId === null && clientSecretParameter === null) return null;
  if (issuer === null)
    throw new SettingsError('oidcIssuer is missing: the other settings of a provider need it');
  if (clientId === null) throw new SettingsError('oidcClientId is missing: oidcIssuer needs it');
  return { issuer, clientId, clientSecretParameter };
}
