import { type StoreVariable, separated, storeOutputs } from './stores.ts';

/**
 * The environment variables that the infrastructure gives to functions. The constructs that set them and the code that reads
 * them share these names.
 */
export const environmentNames = {
  ...(Object.fromEntries(
    Object.keys(storeOutputs).map((name) => [name, separated(name, '_').toUpperCase()]),
  ) as Record<StoreVariable, string>),
  /** The days for which activity is kept. */
  activityDays: 'ACTIVITY_DAYS',
  /** `true` where webhooks may go to private addresses and other ports than 443. */
  webhookAllowPrivateTargets: 'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  /** The URL at which clients reach the service, without a trailing slash: https://api.example.com/prod */
  serviceBaseUrl: 'SERVICE_BASE_URL',
  /** The release of the code, with the commit if it is known: 1.0.1+06f3c16 */
  release: 'RELEASE',
  /** The origin of the URLs of files: https://bucket.s3.eu-central-1.amazonaws.com */
  filesOrigin: 'FILES_ORIGIN',
  /** The operator's name, and the operator's pages to which the footer of each page links; empty for none. */
  operatorName: 'OPERATOR_NAME',
  helpUrl: 'HELP_URL',
  privacyUrl: 'PRIVACY_URL',
  imprintUrl: 'IMPRINT_URL',
  /** The other origins whose pages may call the API, separated by commas; empty for none. */
  corsOrigins: 'CORS_ORIGINS',
  /** The number of requests in a minute, and of POST requests among them: for an API key, and for all sessions of a person. */
  rateLimitRequests: 'RATE_LIMIT_REQUESTS',
  rateLimitCreates: 'RATE_LIMIT_CREATES',
  /** The number of searches in texts in a minute, for a person and for a service account. */
  rateLimitSearches: 'RATE_LIMIT_SEARCHES',
  /** The multiple of these limits that a person, or an organization, may use with all credentials together. */
  rateLimitPersonFactor: 'RATE_LIMIT_PERSON_FACTOR',
  rateLimitOrganizationFactor: 'RATE_LIMIT_ORGANIZATION_FACTOR',
  /** The days after which an API key ends, even if it was issued for longer; empty without a limit. */
  longestKeyLifeDays: 'LONGEST_KEY_LIFE_DAYS',
  /** The hours after which a session ends, and the hours without use after which it ends. */
  sessionHours: 'SESSION_HOURS',
  sessionIdleHours: 'SESSION_IDLE_HOURS',
  /** The quotas of an organization, of a person's documents outside of any organization, and of the organizations that a person founds. */
  quotaDocuments: 'QUOTA_DOCUMENTS',
  quotaStoredBytes: 'QUOTA_STORED_BYTES',
  quotaPersonalDocuments: 'QUOTA_PERSONAL_DOCUMENTS',
  quotaPersonalStoredBytes: 'QUOTA_PERSONAL_STORED_BYTES',
  quotaOrganizations: 'QUOTA_ORGANIZATIONS',
  /** The largest file that can be put at an upload's URL. */
  maxFileBytes: 'MAX_FILE_BYTES',
  /** Domains of the e-mail addresses of service staff, separated by commas; empty for none. */
  staffEmailDomains: 'STAFF_EMAIL_DOMAINS',
  /** The e-mail addresses of service staff in these domains, separated by commas; empty for all addresses. */
  staffEmails: 'STAFF_EMAILS',
  /** API Gateway keys shared by the credentials that have none of their own, separated by commas. */
  pooledUsageKeys: 'POOLED_USAGE_KEYS',
  /** API Gateway keys shared by callers without a credential, separated by commas. */
  anonymousUsageKeys: 'ANONYMOUS_USAGE_KEYS',
  /** The header by which a trusted front proves itself; empty where there is none. */
  trustedFrontHeader: 'TRUSTED_FRONT_HEADER',
  /** The SHA-256 of the secret in this header, in hexadecimal. While the secret changes, there are two, separated by a comma. */
  trustedFrontSecretSha256: 'TRUSTED_FRONT_SECRET_SHA256',
  /** The header in which the trusted front states the viewer's address. */
  viewerAddressHeader: 'VIEWER_ADDRESS_HEADER',
  /** The address from which mail is sent; empty on a stage that sends none. */
  mailFrom: 'MAIL_FROM',
  /** The SES configuration set with which mail is sent; empty on a stage that sends none. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /**
   * The URLs of the search engine's collections, separated by commas; empty on a stage without search. Search reads the first. The others
   * are written too, so that one of them can replace it.
   */
  searchEndpoints: 'SEARCH_ENDPOINTS',
  /** The OpenID provider that people sign in with: its issuer identifier, and the client id of the service at this provider. */
  oidcIssuer: 'OIDC_ISSUER',
  oidcClientId: 'OIDC_CLIENT_ID',
  /** The SSM parameter that holds the client's secret; empty for a client that has none. */
  oidcClientSecretParameter: 'OIDC_CLIENT_SECRET_PARAMETER',
  /** Set by Lambda itself: the folder that holds the function's code and its asset files. */
  taskRoot: 'LAMBDA_TASK_ROOT',
} as const;
export type EnvironmentName = keyof typeof environmentNames;

const declared = new Set<EnvironmentName>();

/**
 * Declares that a module needs a variable, and returns a function that reads the variable. If the variable is missing, only reading throws
 * an error, with its name. So a module can be imported before the environment is set. Bundlers may drop a declaration that nothing reads,
 * so a function needs only what it uses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function environment(name: EnvironmentName): () => string {
  declared.add(name);
  return () => read(name);
}

/** Throws when a declared variable is missing: at cold start, so that a function fails before its first request. */
export function checkEnvironment(): void {
  for (const name of declared) read(name);
}

function read(name: EnvironmentName): string {
  const variable = environmentNames[name];
  const value = process.env[variable];
  if (value === undefined) throw new Error(`The environment variable ${variable} is not set.`);
  return value;
}
