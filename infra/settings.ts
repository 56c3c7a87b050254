import { creationsPerMinute, requestsPerMinute } from '../shared/contract/limits.ts';
import { isTrustworthy } from '../shared/signIn/trustworthy.ts';
import { isStageName } from './stackName.ts';

/** The differences between stages. Everything else about the service is the same in all of them. */
export interface StageSettings {
  /** Names the stack and the API's stage: lower-case letters, digits and hyphens. Default: dev */
  readonly stage: string;
  /**
   * The URL at which clients reach the service, such as https://docs.example.com, when something of yours (a custom domain, a
   * CDN) stands in front of it. Default: null, API Gateway's own address.
   */
  readonly baseUrl: string | null;
  /** Closes API Gateway's own address: clients come by the custom domain that `baseUrl` names, or not at all. Default: false */
  readonly closeExecuteApi: boolean;
  /** Keeps the table, the bucket and the logs when the stack is deleted. Default: true for the stage prod only */
  readonly retainData: boolean;
  /** The address that alarms are mailed to. Default: null, none; the alarms are in CloudWatch all the same. */
  readonly alarmEmail: string | null;
  /** The requests that one credential may make in a minute. Default: 1000 (specification section 8) */
  readonly rateLimitRequests: number;
  /** The POST requests among them. Default: 100 (specification section 8) */
  readonly rateLimitCreates: number;
  /** Users with an e-mail address of these domains are service staff. Default: none */
  readonly staffEmailDomains: readonly string[];
  /**
   * Webhooks may go to private addresses and to other ports than 443. For development stages only: anybody who may register
   * an endpoint can have requests made inside the service's own network. Default: false
   */
  readonly webhookAllowPrivateTargets: boolean;
  /** The provider that people sign in with. Default: null, a Cognito user pool of the stack's own */
  readonly identityProvider: IdentityProviderSettings | null;
}

/** An OpenID Connect provider that this service is registered with as a client. */
export interface IdentityProviderSettings {
  /** `oidcIssuer`: its issuer identifier, to which `/.well-known/openid-configuration` is added. */
  readonly issuer: string;
  /** `oidcClientId`: its name for this service. */
  readonly clientId: string;
  /**
   * `oidcClientSecretParameter`: the name of the SSM parameter (a SecureString) that holds the client's secret. Default:
   * null, a public client, which proves itself with PKCE alone.
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
  // Amazon Cognito refuses them in the domain that is named after the stage.
  if (identityProvider === null && /aws|amazon|cognito/.test(stage))
    throw new Error('stage must not contain aws, amazon or cognito, unless oidcIssuer is given');
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
    staffEmailDomains: readDomains('staffEmailDomains', context),
    webhookAllowPrivateTargets: readFlag('webhookAllowPrivateTargets', context),
    identityProvider,
  };
}

/** Cookies and links rely on it: over plain HTTP, which only a service on this machine may speak, others can read a session. */
function isBaseUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  return isTrustworthy(url) && value === (url.origin + url.pathname).replace(/\/$/, '');
}

/** Values given with `-c` are text, those in cdk.json numbers. */
function readCount(name: string, context: (name: string) => unknown, byDefault: number): number {
  const value = context(name) ?? byDefault;
  const count = Number(value);
  if (!['number', 'string'].includes(typeof value) || value === '' || !Number.isInteger(count) || count < 1)
    throw new Error(`${name} must be a whole number from 1`);
  return count;
}

/** Reads a flag that is off by default. Other values are refused: they may have been meant either way. */
function readFlag(name: string, context: (name: string) => unknown): boolean {
  const value = context(name) ?? false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`${name} must be true or false`);
}

/** Reads a list in cdk.json, or text with commas. */
function readDomains(name: string, context: (name: string) => unknown): string[] {
  const value = context(name) ?? [];
  const domains: unknown[] = Array.isArray(value) ? value : String(value).split(',');
  return domains.map((domain) => {
    if (typeof domain !== 'string' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
      throw new Error(`${name} must be domains in lower case, such as example.com, separated by commas`);
    return domain;
  });
}

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
