import {
  creationsPerMinute,
  maxFileBytesDefault,
  maxUploadBytes,
  organizationRateFactor,
  personRateFactor,
  requestsPerMinute,
} from '../../shared/contract/limits.ts';
import { isTrustworthy } from '../../shared/signIn/trustworthy.ts';
import { isStageName } from './stackName.ts';

/** The differences between stages. Everything else about the service is the same in all of them. */
export interface StageSettings {
  /** Names the stack and the API's stage: lower-case letters, digits and hyphens. Default: dev */
  readonly stage: string;
  /**
   * The URL at which clients reach the service, such as https://docs.example.com, when a custom domain or a CDN is in front of it.
   * Default: null, API Gateway's default URL.
   */
  readonly baseUrl: string | null;
  /** Turns off API Gateway's default URL, so that clients can only use the custom domain in `baseUrl`. Default: false */
  readonly closeExecuteApi: boolean;
  /** Keeps the table, the bucket and the logs when the stack is deleted. Default: true for the stage prod only */
  readonly retainData: boolean;
  /** The address that alarms are mailed to. Default: null; CloudWatch still shows the alarms. */
  readonly alarmEmail: string | null;
  /** The requests that one API key, or one person by sessions, may make in a minute. Default: 1000 (specification section 8) */
  readonly rateLimitRequests: number;
  /** The POST requests among them. Default: 100 (specification section 8) */
  readonly rateLimitCreates: number;
  /** The multiple of both limits that a person may use in a minute over all their credentials. Default: 5 */
  readonly rateLimitPersonFactor: number;
  /** The multiple of both limits that all members and service accounts of an organization may use together. Default: 20 */
  readonly rateLimitOrganizationFactor: number;
  /** The days after which every API key ends, including keys that were issued earlier for longer. Default: null, no maximum */
  readonly longestKeyLifeDays: number | null;
  /** The default quotas. Operators can set others for an organization or a person. */
  readonly quotas: QuotaSettings;
  /** The largest PDF that can be put at an upload's URL, in bytes. Default: 104,857,600, which are 100 MiB */
  readonly maxFileBytes: number;
  /** Users with an e-mail address of these domains are service staff. Default: none */
  readonly staffEmailDomains: readonly string[];
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
  /** AWS WAF refuses addresses that make more requests in five minutes. Default: null, no WAF */
  readonly wafRequestsPerFiveMinutes: number | null;
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
  /** S3 logs each request for a file to a separate bucket. Default: false */
  readonly fileAccessLogs: boolean;
  /** The days for which entries of activity are kept. Default: 400 */
  readonly activityDays: number;
  /**
   * The days for which S3 Object Lock protects the signed heads of audit chains from removal and replacement. It can only be set
   * when a stage is created, and never be removed. Default: null, no lock
   */
  readonly auditObjectLockDays: number | null;
  /** Whether a special permission overrides the lock (`governance`) or nobody can (`compliance`). Default: governance */
  readonly auditObjectLockMode: 'governance' | 'compliance';
  /** The provider that people sign in with. Default: null, the stack has its own Cognito user pool */
  readonly identityProvider: IdentityProviderSettings | null;
}

/** The defaults are generous for people and stop runaway programs. */
interface QuotaSettings {
  /** `quotaDocuments`: the documents of an organization. Default: 100,000 */
  readonly documents: number;
  /** `quotaStoredBytes`: the bytes of its files, of all versions. Default: 500 GB, 100,000 files of the largest size and more */
  readonly storedBytes: number;
  /** `quotaPersonalDocuments`: the documents of a person outside of any organization. Default: 1000 */
  readonly personalDocuments: number;
  /** `quotaPersonalStoredBytes`: the bytes of their files. Default: 5 GB */
  readonly personalStoredBytes: number;
  /** `quotaOrganizations`: the organizations that one person founds. Default: 1000 */
  readonly organizations: number;
}

/** A CDN or proxy through which all requests must come. */
interface TrustedFrontSettings {
  /** `trustedFrontHeader`: the header with a secret that it adds to each request. */
  readonly header: string;
  /** `trustedFrontSecretSha256`: the SHA-256 of the secret in hexadecimal, or several during a rotation. */
  readonly secretSha256: readonly string[];
  /** `viewerAddressHeader`: the header in which it states the viewer's address. */
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

/** Reads the settings from CDK context (`cdk.json` or `-c name=value`). Throws, naming the setting that is wrong. */
export function readSettings(context: (name: string) => unknown): StageSettings {
  const stage = context('stage') ?? 'dev';
  if (!isStageName(stage))
    throw new Error('stage must be 1 to 20 lower-case letters, digits or hyphens, and begin with a letter');
  const baseUrl = context('baseUrl') ?? null;
  if (baseUrl !== null && !isBaseUrl(baseUrl))
    throw new Error('baseUrl must be an https URL of origin and path only, without a trailing slash');
  const closeExecuteApi = readFlag('closeExecuteApi', context);
  if (closeExecuteApi && baseUrl === null)
    throw new Error('closeExecuteApi needs a baseUrl: without one, clients would have no address left');
  const identityProvider = readIdentityProvider(context);
  // The Cognito domain contains the stage's name, and Amazon Cognito refuses these words in it.
  if (identityProvider === null && /aws|amazon|cognito/.test(stage))
    throw new Error('stage must not contain aws, amazon or cognito, unless oidcIssuer is given');
  const trustedFront = readTrustedFront(context);
  const wafRequestsPerFiveMinutes = readOptionalCount('wafRequestsPerFiveMinutes', context, wafLeastRequests);
  if (wafRequestsPerFiveMinutes !== null && trustedFront !== null)
    throw new Error(
      'wafRequestsPerFiveMinutes excludes a trusted front, whose address AWS WAF would count: limit rates in the front',
    );
  const alarmEmail = context('alarmEmail') ?? null;
  if (alarmEmail !== null && (typeof alarmEmail !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(alarmEmail)))
    throw new Error('alarmEmail must be an e-mail address');
  return {
    stage,
    baseUrl,
    closeExecuteApi,
    retainData: stage === 'prod',
    alarmEmail,
    rateLimitRequests: readCount('rateLimitRequests', context, requestsPerMinute),
    rateLimitCreates: readCount('rateLimitCreates', context, creationsPerMinute),
    rateLimitPersonFactor: readCount('rateLimitPersonFactor', context, personRateFactor),
    rateLimitOrganizationFactor: readCount('rateLimitOrganizationFactor', context, organizationRateFactor),
    longestKeyLifeDays: readOptionalCount('longestKeyLifeDays', context),
    quotas: {
      documents: readCount('quotaDocuments', context, 100_000),
      storedBytes: readCount('quotaStoredBytes', context, 500_000_000_000),
      personalDocuments: readCount('quotaPersonalDocuments', context, 1000),
      personalStoredBytes: readCount('quotaPersonalStoredBytes', context, 5_000_000_000),
      organizations: readCount('quotaOrganizations', context, 1000),
    },
    maxFileBytes: readFileSize('maxFileBytes', context),
    staffEmailDomains: readList(
      'staffEmailDomains',
      context,
      (domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain),
      'domains in lower case, such as example.com',
    ),
    corsOrigins: readList(
      'corsOrigins',
      context,
      isOrigin,
      'origins as browsers send them, such as https://app.example.com',
    ),
    webhookAllowPrivateTargets: readFlag('webhookAllowPrivateTargets', context),
    trustedFront,
    wafRequestsPerFiveMinutes,
    reservedWorkerConcurrency: readFlag('reservedWorkerConcurrency', context),
    traceSampling: readShare('traceSampling', context, 0.05),
    logLevel: readWord('logLevel', context, ['info', 'warn']),
    platformLogs: readFlag('platformLogs', context),
    fileAccessLogs: readFlag('fileAccessLogs', context),
    activityDays: readCount('activityDays', context, 400),
    auditObjectLockDays: readOptionalCount('auditObjectLockDays', context),
    auditObjectLockMode: readWord('auditObjectLockMode', context, ['governance', 'compliance']),
    identityProvider,
  };
}

/** AWS WAF, "Rate-based rule high-level settings". */
const wafLeastRequests = 10;

/** Only HTTPS, except on this machine: over plain HTTP, others could read session cookies and links. */
function isBaseUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  return isTrustworthy(url) && value === (url.origin + url.pathname).replace(/\/$/, '');
}

/** Values given with `-c` are text, those in cdk.json numbers. */
function readCount(name: string, context: (name: string) => unknown, byDefault: number, least = 1): number {
  const value = context(name) ?? byDefault;
  const count = Number(value);
  if (!['number', 'string'].includes(typeof value) || !Number.isInteger(count) || count < least)
    throw new Error(`${name} must be a whole number from ${least}`);
  return count;
}

/** The worker that reads a file holds three copies of it, in a bit more than a third of its memory. */
const largestFileBytes = 250_000_000;

function readFileSize(name: string, context: (name: string) => unknown): number {
  const bytes = readCount(name, context, maxFileBytesDefault, maxUploadBytes);
  if (bytes > largestFileBytes) throw new Error(`${name} must be at most ${largestFileBytes}`);
  return bytes;
}

/** Reads a count that is null by default. */
const readOptionalCount = (name: string, context: (name: string) => unknown, least = 1): number | null =>
  (context(name) ?? null) === null ? null : readCount(name, context, least, least);

function readShare(name: string, context: (name: string) => unknown, byDefault: number): number {
  const value = context(name) ?? byDefault;
  const share = value === '' ? Number.NaN : Number(value);
  if (!['number', 'string'].includes(typeof value) || !(share >= 0 && share <= 1))
    throw new Error(`${name} must be a number from 0 to 1`);
  return share;
}

/** Reads one of the given words. Default: the first */
function readWord<W extends string>(
  name: string,
  context: (name: string) => unknown,
  words: readonly [W, W],
): W {
  const value = context(name) ?? words[0];
  const word = words.find((one) => one === value);
  if (word === undefined) throw new Error(`${name} must be ${words.join(' or ')}`);
  return word;
}

/** Reads a flag that is off by default. Other values are refused, because their meaning is ambiguous. */
function readFlag(name: string, context: (name: string) => unknown): boolean {
  const value = context(name) ?? false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`${name} must be true or false`);
}

/** Reads a list in cdk.json, or text with commas, that is empty by default. */
function readList(
  name: string,
  context: (name: string) => unknown,
  isValid: (value: string) => boolean,
  kind: string,
): string[] {
  const value = context(name) ?? [];
  const values: unknown[] = Array.isArray(value) ? value : String(value).split(',');
  return values.map((one) => {
    if (typeof one !== 'string' || !isValid(one))
      throw new Error(`${name} must be ${kind}, separated by commas`);
    return one;
  });
}

/** Browsers write an origin in only one way (https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin). */
const isOrigin = (value: string): boolean =>
  URL.canParse(value) && isTrustworthy(new URL(value)) && new URL(value).origin === value;

function readTrustedFront(context: (name: string) => unknown): TrustedFrontSettings | null {
  const header = context('trustedFrontHeader') ?? null;
  const hashes = context('trustedFrontSecretSha256') ?? null;
  const viewerAddressHeader = context('viewerAddressHeader') ?? null;
  if (header === null && hashes === null && viewerAddressHeader === null) return null;
  if (!isHeaderName(header)) throw new Error('trustedFrontHeader must be the name of a header');
  const secretSha256 = String(hashes).split(',');
  if (!secretSha256.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
    throw new Error(
      'trustedFrontSecretSha256 must be a SHA-256 in hexadecimal, or several, separated by commas',
    );
  if (!isHeaderName(viewerAddressHeader) || /^(x-forwarded-for|forwarded)$/i.test(viewerAddressHeader))
    throw new Error(
      'viewerAddressHeader must name a header with one address, and not X-Forwarded-For, which clients can begin themselves',
    );
  return { header, secretSha256, viewerAddressHeader };
}

const isHeaderName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]+$/.test(value);

function readIdentityProvider(context: (name: string) => unknown): IdentityProviderSettings | null {
  const issuer = context('oidcIssuer') ?? null;
  const clientId = context('oidcClientId') ?? null;
  const clientSecretParameter = context('oidcClientSecretParameter') ?? null;
  if (issuer === null && clientId === null && clientSecretParameter === null) return null;
  if (typeof issuer !== 'string' || !URL.canParse(issuer) || !isTrustworthy(new URL(issuer)))
    throw new Error('oidcIssuer must be the https URL of an OpenID Connect issuer');
  if (typeof clientId !== 'string' || clientId === '')
    throw new Error("oidcClientId must be the client's identifier at oidcIssuer");
  if (clientSecretParameter !== null && !isParameterName(clientSecretParameter))
    throw new Error(
      'oidcClientSecretParameter must be the name of an SSM parameter, such as /documents/oidc-secret',
    );
  return { issuer, clientId, clientSecretParameter };
}

/** AWS Systems Manager, "PutParameter". */
const isParameterName = (value: unknown): value is string =>
  typeof value === 'string' && /^\/?[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/.test(value) && value.length <= 1011;
