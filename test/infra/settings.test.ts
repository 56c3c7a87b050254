import { describe, expect, test } from 'vitest';
import { fromTexts, readSettings } from '../../infra/stage/settings.ts';
import { unlistedStaff } from '../../infra/stage/staff.ts';
import { largest, synthesizeStage } from './synthesized.ts';

const settingsFrom = (context: Record<string, unknown>) => readSettings(fromTexts(context));

describe('settings', () => {
  test('are read from the context', () => {
    const asGiven = {
      stage: 'prod',
      baseUrl: 'https://docs.example.com',
      alarmEmail: 'ops@example.com',
      operatorName: 'Acme & Söhne',
      helpUrl: 'https://example.com/help?a=1',
      rateLimitCreates: 500,
      logLevel: 'warn',
      wafManagedRules: 'count',
    };
    const inText = {
      monthlyBudgetDollars: 250,
      rateLimitRequests: 5000,
      longestKeyLifeDays: 90,
      sessionHours: 24,
      sessionIdleHours: 2,
      maxFileBytes: 5_000_000,
      webhookAllowPrivateTargets: true,
      traceSampling: 0.5,
      logDays: 90,
    };
    const others = {
      quotaDocuments: '1',
      quotaStoredBytes: '1000000000000',
      quotaPersonalDocuments: 3,
      quotaPersonalStoredBytes: 4,
      quotaOrganizations: 5,
      staffEmailDomains: 'a.example,b.example',
      staffEmails: 'ada@a.example,grace@b.example',
      searchCollections: 'a,b2',
      searchOperators: 'arn:aws:iam::123456789012:role/ops,arn:aws:iam::123456789012:user/ada',
      mayReplace: 'BucketA1,TableB2',
      corsOrigins: 'https://app.example.com,http://localhost:5173',
      tags: 'team=docs,cost center=42',
    };
    const texts = Object.fromEntries(Object.entries(inText).map(([name, value]) => [name, String(value)]));

    expect(settingsFrom({ ...asGiven, ...texts, ...others })).toEqual({
      ...settingsFrom({}),
      ...asGiven,
      ...inText,
      retainData: true,
      selfSignUp: false,
      quotas: {
        documents: 1,
        storedBytes: 1_000_000_000_000,
        personalDocuments: 3,
        personalStoredBytes: 4,
        organizations: 5,
      },
      staffEmailDomains: ['a.example', 'b.example'],
      staffEmails: ['ada@a.example', 'grace@b.example'],
      corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
      searchCollections: ['a', 'b2'],
      searchOperators: ['arn:aws:iam::123456789012:role/ops', 'arn:aws:iam::123456789012:user/ada'],
      mayReplace: ['BucketA1', 'TableB2'],
      tags: { team: 'docs', 'cost center': '42' },
    });
  });

  test.for([
    ['dev', {}, false],
    ['test', {}, false],
    ['try', {}, false],
    ['dev', { retainData: 'true' }, true],
    ['prod', {}, true],
    ['dev2', {}, true],
    ['live', { retainData: true, loseDataOf: 'old' }, true],
    ['live', { retainData: 'false', loseDataOf: 'live' }, false],
    ['prod', { retainData: false, loseDataOf: 'prod' }, false],
  ] as const)('of %s with %j: retainData is %s', ([stage, given, retainData]) => {
    expect(settingsFrom({ stage, ...given }).retainData).toBe(retainData);
  });

  test.for([
    [{}, 168, 12],
    [{ sessionHours: 13 }, 13, 12],
    [{ sessionHours: '8' }, 8, 8],
    [{ sessionHours: 1 }, 1, 1],
    [{ sessionIdleHours: 168 }, 168, 168],
    [{ sessionHours: '8', sessionIdleHours: '1' }, 8, 1],
  ] as const)('of sessions: %j gives %i hours, %i without use', ([given, sessionHours, sessionIdleHours]) => {
    expect(settingsFrom(given)).toMatchObject({ sessionHours, sessionIdleHours });
    expect(() => settingsFrom({ ...given, sessionHours: 8, sessionIdleHours: 9 })).toThrow(
      'at most sessionHours',
    );
  });

  test.for([
    [{}, 'npx cdk destroy would delete the data of live: if this is meant, set loseDataOf to "live"'],
    [{ loseDataOf: 'prod' }, 'loseDataOf is "prod", but the stage is live'],
    [{ loseDataOf: 'Live' }, 'loseDataOf must be the name of a stage'],
  ] as const)('lose data only with the name of the stage: %j', ([given, message]) => {
    expect(() => settingsFrom({ stage: 'live', retainData: false, ...given })).toThrow(message);
  });

  const domains = { staffEmailDomains: ['a.example'] };
  const listed = { ...domains, staffEmails: ['ada@a.example'] };

  test.for([
    [{ staffEmailDomains: [] }, 'staffEmails has ada@a.example, whose domain is not in staffEmailDomains'],
    [
      { staffEmails: ['ada@a.example', 'ada@sub.a.example'] },
      'staffEmails has ada@sub.a.example, whose domain is not in staffEmailDomains',
    ],
  ] as const)('list staff of the domains of staff only: %j', ([changed, message]) => {
    expect(settingsFrom(listed).staffEmails).toEqual(['ada@a.example']);
    expect(() => settingsFrom({ ...listed, ...changed })).toThrow(message);
  });

  const page = `https://example.com/${'x'.repeat(480)}`;
  const long = {
    staffEmailDomains: Array.from({ length: 148 }, (_, index) => `x${index + 100}.test`).concat('a.example'),
    staffEmails: Array.from({ length: 100 }, (_, index) => `x${index + 100}@a.example`),
    corsOrigins: Array.from({ length: 95 }, (_, index) => `https://x${index + 100}.example`),
  };

  test.for(Object.entries(long))('limit the length of %s', ([name, texts]) => {
    const longer = [...texts, ...texts.slice(0, 10).map((text) => text.replace('x', 'y'))];

    expect(() => settingsFrom({ ...long, [name]: longer })).toThrow(
      /^\w+ must be a list of .*, with at most \d+ characters together$/,
    );
  });

  // AWS Lambda, "Lambda quotas"
  test('of the largest lengths fit into the 4 KB of variables that a function may have', () => {
    const names = { operatorName: 'x'.repeat(100), helpUrl: page, privacyUrl: page, imprintUrl: page };
    const { variables } = synthesizeStage({
      ...largest,
      ...settingsFrom({ ...long, ...names }),
      stage: 'large',
    });

    // A value that is known only after the deployment, such as a URL or an ARN, counts with more than its length.
    const bytes = (value: unknown) => (typeof value === 'string' ? Buffer.byteLength(value) : 120);
    for (const [name, values] of variables) {
      const size = Object.entries(values).reduce((sum, [key, value]) => sum + key.length + bytes(value), 0);
      expect(size, name).toBeLessThan(4096);
    }
  });

  // Threat: Somebody who is not service staff acts as staff
  test('without a list of staff cause a warning that names the domains', () => {
    expect(unlistedStaff(settingsFrom(domains))).toBe(
      'Warning: everybody with an address at a.example may act in every organization. List the persons in staffEmails.',
    );
    expect(unlistedStaff(settingsFrom(listed))).toBeNull();
    expect(unlistedStaff(settingsFrom({}))).toBeNull();
  });

  // Threat: Somebody who is not service staff acts as staff
  test('refuse an empty list of staff, which would make everybody of the domains staff', () => {
    expect(() => settingsFrom({ ...domains, staffEmails: [] })).toThrow(
      'staffEmails is empty: list the persons, or leave it out, and everybody with an address of staffEmailDomains is staff',
    );
    expect(settingsFrom({ staffEmailDomains: [], staffEmails: [] }).staffEmails).toEqual([]);
  });

  const hash = 'a'.repeat(64);
  const front = {
    trustedFrontHeader: 'X-Front-Secret',
    trustedFrontSecretSha256: hash,
    viewerAddressHeader: 'CloudFront-Viewer-Address',
  };

  test('can name a trusted CDN, with two secrets during a change', () => {
    const trusted = { header: 'X-Front-Secret', viewerAddressHeader: 'CloudFront-Viewer-Address' };
    const both = `${hash},${'b'.repeat(64)}`;

    expect(settingsFrom(front).trustedFront).toEqual({ ...trusted, secretSha256: [hash] });
    expect(settingsFrom({ ...front, trustedFrontSecretSha256: both }).trustedFront).toEqual({
      ...trusted,
      secretSha256: both.split(','),
    });
  });

  test.for([
    ['trustedFrontHeader', undefined],
    ['trustedFrontHeader', 'two words'],
    ['trustedFrontSecretSha256', undefined],
    ['trustedFrontSecretSha256', 'the secret itself'],
    ['trustedFrontSecretSha256', `${hash},`],
    ['viewerAddressHeader', undefined],
    ['viewerAddressHeader', 'X-Forwarded-For'],
    ['viewerAddressHeader', 'forwarded'],
    ['wafRequestsPerFiveMinutes', 20_000],
  ] as const)('of a trusted CDN are refused by name: %s = %s', ([name, value]) => {
    expect(() => settingsFrom({ ...front, [name]: value })).toThrow(name);
  });

  const counts = [
    ...[
      'monthlyBudgetDollars',
      'mailsPerDayAlarm',
      'rateLimitRequests',
      'rateLimitCreates',
      'rateLimitSearches',
    ],
    ...['rateLimitPersonFactor', 'rateLimitOrganizationFactor', 'quotaDocuments', 'quotaStoredBytes'],
    ...['quotaPersonalDocuments', 'quotaPersonalStoredBytes', 'quotaOrganizations', 'longestKeyLifeDays'],
    ...['sessionHours', 'sessionIdleHours', 'wafRequestsPerFiveMinutes', 'logDays'],
  ];
  const flags = ['reservedWorkerConcurrency', 'platformLogs', 'fileAccessLogs', 'webhookAllowPrivateTargets'];
  const webPages = ['helpUrl', 'privacyUrl', 'imprintUrl'];
  /** Settings of the same kind, and values that none of them takes. */
  const wrong: readonly (readonly [names: readonly string[], values: readonly unknown[]])[] = [
    [counts, [0, -1, 0.5, '', '1.5', '5 GB', 'none', true]],
    // A budget needs an address.
    [['monthlyBudgetDollars'], [100]],
    [
      ['sessionHours', 'sessionIdleHours'],
      [169, null],
    ],
    [['wafRequestsPerFiveMinutes'], [9, 2_000_000_001]],
    [
      ['longestKeyLifeDays', 'activityDays', 'auditObjectLockDays'],
      [0, 36_501],
    ],
    [['logDays'], [31, null]],
    [flags, ['yes', 'True', '', 1, 100]],
    // This flag needs a domain.
    [['closeExecuteApi'], ['yes', true]],
    [
      ['search', 'wafManagedRules', 'logLevel'],
      ['on', 'debug', '', true, null],
    ],
    [['stage'], ['Prod', '', 'a'.repeat(21), 'aws-test']],
    [
      ['baseUrl'],
      ['docs.example.com', 'https://docs.example.com/', 'http://docs.example.com', 'https://a:b@c.d'],
    ],
    [['domainName'], ['Docs.example.com', 'example', 'https://docs.example.com', '*.example.com']],
    // A domain needs a certificate.
    [['domainName'], ['docs.example.com']],
    [['certificateArn'], ['docs', 'arn:aws:iam::111111111111:server-certificate/docs']],
    [['hostedZoneId'], ['example.com', '/hostedzone/Z0123456789ABC']],
    [['operatorName'], ['', ' ', 'Two\nlines', 'x'.repeat(101), 5]],
    // CDK and CloudFormation would replace them.
    [
      ['operatorName', 'oidcClientId'],
      ['{{resolve:ssm:/name}}', `\${AWS::AccountId}`, `\${Token[TOKEN.1]}`],
    ],
    [webPages, ['https://example.com/?{{resolve:ssm:/name}}']],
    [['alarmEmail', 'mailFrom'], ['{{resolve:ssm:/name}}@example.com']],
    [webPages, ['', 'example.com/help', 'http://example.com/help', 'mailto:help@example.com', '/help']],
    [webPages, ['javascript:alert(1)', `https://example.com/${'x'.repeat(500)}`]],
    [
      ['alarmEmail', 'mailFrom'],
      ['nobody', true],
    ],
    [['staffEmailDomains'], ['someone@example.com', ['Example.com']]],
    [['staffEmails'], ['example.com', ['Ada@example.com'], ['ada@example.com, '], ['a,b@example.com'], true]],
    [['corsOrigins'], ['', '*', 'null', 'app.example.com', 'https://a.example/', 'http://a.example', [1]]],
    [['corsOrigins'], [['https://a.example', 'https://a.example']]],
    [['searchCollections'], [[], ['a', 'a'], ['a', 'b', 'c'], ['abc'], ['A'], 'a-b', '', null]],
    [['searchOperators'], ['ops', ['arn:aws:iam::123456789012:root'], ['arn:aws:sts::1:assumed-role/a/b']]],
    [['traceSampling'], [-0.1, 5, '', 'half', true]],
    [['tags'], ['team', 'a=b=c', null, [], { 'aws:x': 'y' }, { '': 'y' }, { a: 1 }, { a: 'x'.repeat(257) }]],
    [['tags'], [Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, 'x'.repeat(200)]))]],
    [['oidcIssuer'], ['accounts.example.com', 'http://accounts.example.com', 7]],
    [['oidcClientId'], ['']],
    [['oidcClientSecretParameter'], ['', 'a secret with spaces', '/documents/*']],
  ];
  const rows = wrong.flatMap(([names, values]) =>
    names.flatMap((name) => values.map((value) => [name, value] as const)),
  );

  test.for(rows)('are refused by name: %s = %s', ([name, value]) => {
    expect(() => settingsFrom({ [name]: value })).toThrow(name);
  });
});

test('the template passes the validation of CloudFormation', () => {
  expect(() => synthesizeStage(largest, { validate: true })).not.toThrow();
});

const lives = { longestKeyLifeDays: 90, sessionHours: 24, sessionIdleHours: 2 };
test('functions that begin or check sessions or keys get their lives, and operators see them', () => {
  const { variables, outputs } = synthesizeStage(lives);
  const having = (...names: readonly string[]) =>
    [...variables].flatMap(([name, given]) => {
      const values = names.map((one) => given[one]);
      return values.includes(undefined) ? [] : [[name, ...values].join(' ')];
    });

  expect(having('SESSION_HOURS', 'SESSION_IDLE_HOURS').sort()).toEqual(
    ['authorizer', 'deleteSession', 'listSessions', 'signInCallback', 'switchOrganization'].map(
      (name) => `${name} 24 2`,
    ),
  );
  // The authorizer and the operations on API keys.
  expect(having('LONGEST_KEY_LIFE_DAYS')).toHaveLength(4);
  expect(outputs).toMatchObject({
    LongestKeyLifeDays: { Value: '90' },
    SessionHours: { Value: '24' },
    SessionIdleHours: { Value: '2' },
  });
  expect(synthesizeStage().outputs.LongestKeyLifeDays).toEqual({ Value: 'none' });
});
