import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accessLogFields } from '../../../infra/api/accessLog.ts';
import { apiKeyId } from '../../../shared/contract/identifiers.ts';
import { apiKeyIdOf, getApiKey, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { hourOf, recordKeyUse } from '../../../shared/data/callers/keyUses.ts';
import { deployedOperator } from './awsControlPlane.ts';
import { founded } from './operator.ts';

const stage = await deployedOperator();
const { admin, aws, clock, record, rows, refuses } = stage;

beforeEach(() => {
  aws.requests.length = 0;
  aws.on = () => undefined;
});

const calls = () => aws.requests.map(({ call }) => call);
const created = 'POST /apikeys';
/** An API Gateway key is attached to the usage plan of the stack. */
const attached = () => `POST /usageplans/${stage.outputs.UsagePlanId}/keys`;
const deleted = 'DELETE /apikeys/gatewaykey';

const uuidOf = (id: string): string => uuidOfKey(z.parse(apiKeyId, id));

/** Returns the API Gateway key that the authorizer finds for an API key. */
async function storedUsageKey(id: string) {
  return (await getApiKey(uuidOf(id)))?.usage_key;
}

test('issues a live key with an API Gateway key of its own', async () => {
  const { email, user } = await founded(stage);

  const issued = await record('keys issue', email);

  const { id = '', api_key = '' } = issued;
  expect(api_key).toMatch(/^dgs_live_/);
  expect(issued.usage_key_id).toBe('gatewaykey');
  expect(aws.requests).toEqual([
    {
      call: created,
      body: {
        name: `DocumentGovernance-prod-${uuidOf(id)}`,
        description: `Meters an API key of ${user}`,
        enabled: true,
        value: expect.stringMatching(/^[0-9a-f]{48}$/),
        tags: { 'document-governance:stage': 'prod', 'document-governance:api-key': uuidOf(id) },
      },
    },
    { call: attached(), body: { keyId: 'gatewaykey', keyType: 'API_KEY' } },
  ]);
  expect(await storedUsageKey(id)).toEqual({ id: 'gatewaykey', value: aws.requests[0]?.body.value });
});

test('issues a key without an API Gateway key when the account cannot have more', async () => {
  const { email } = await founded(stage);
  aws.on = () => ({ status: 429, type: 'LimitExceededException' });

  const { code, stdout } = await admin('keys issue', email);

  expect(code).toBe(0);
  expect(stdout).toContain('shares one with other keys');
  expect(await rows('keys list', email)).toMatchObject([{ status: 'active', usage_key_id: null }]);
  expect(calls()).not.toContain(attached());
});

test('deletes the API Gateway key again when it cannot be attached', async () => {
  const { email } = await founded(stage);
  aws.on = (call) => (call === attached() ? { status: 404, type: 'NotFoundException' } : undefined);

  await refuses(1, expect.stringContaining('NotFoundException'), 'keys issue', email);

  expect(calls()).toEqual([created, attached(), deleted]);
});

test('revokes a key before it deletes the API Gateway key, and finishes when run again', async () => {
  const { email } = await founded(stage);
  const { id = '' } = await record('keys issue', email);
  aws.on = () => ({ status: 403, type: 'AccessDeniedException' });

  const failed = await admin('keys revoke --yes', id);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(
    /The key is revoked, but its API Gateway key gatewaykey could not be deleted/,
  );
  expect(await rows('keys list', email)).toMatchObject([{ status: 'revoked', usage_key_id: 'gatewaykey' }]);

  aws.on = () => undefined;
  expect(await record('keys revoke --yes', id)).toMatchObject({
    status: 'revoked',
    usage_key_id: null,
  });
  expect(calls().slice(2)).toEqual([deleted, deleted]);
});

test('gives sessions the cookie that browsers tie to an HTTPS host', async () => {
  const { email } = await founded(stage);

  const { cookie } = await record('sessions create', email);

  expect(cookie).toMatch(/^__Host-session=/);
});

test('refuses a stage that does not exist, or that an older version deployed', async () => {
  const missing = 'error: There is no stack DocumentGovernance-nope in this AWS account in us-east-1.\n';
  await refuses(1, missing, 'users list', '--stage', 'nope');
  expect(await admin('users list', '--stage', 'No!')).toMatchObject({ code: 2 });
  for (const output of ['UsagePlanId', 'EventsQueueUrl', 'DeliveriesQueueUrl', 'WebhookKeyArn']) {
    const { [output]: value = '' } = aws.stackOutputs;
    delete aws.stackOutputs[output];
    const older = `error: The stack DocumentGovernance-prod has no output ${output}: deploy this version of the service first.\n`;
    await refuses(1, older, 'users list');
    aws.stackOutputs[output] = value;
  }
});

test('after a stack was deleted, cleans up its API Gateway keys only', async () => {
  const key = (id: string, stage?: string) => ({
    id,
    name: `DocumentGovernance-dev-${id}`,
    ...(stage && { tags: { 'document-governance:stage': stage } }),
  });
  aws.keyPages = [[key('one', 'dev'), key('other', 'dev-two'), key('unknown')], [key('two', 'dev')]];
  aws.on = (call) =>
    call === 'DELETE /apikeys/one' ? { status: 404, type: 'NotFoundException' } : undefined;

  expect(await record('stage clean-up --yes', '--stage', 'dev')).toEqual({
    stage: 'dev',
    deleted_usage_keys: 2,
  });

  expect(calls()).toEqual([
    expect.stringMatching(/^GET \/apikeys\?.*name=DocumentGovernance-dev-/),
    expect.stringContaining('position=1'),
    'DELETE /apikeys/one',
    'DELETE /apikeys/two',
  ]);
});

test('keeps the keys of a stack that exists', async () => {
  expect(await admin('stage clean-up --yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/DocumentGovernance-prod exists .* npx cdk destroy -c stage=prod/),
  });
  expect(calls()).toEqual([]);
});

test.for([
  [{ RetainData: 'true' }, 'ok', 'npx cdk destroy keeps the data (retainData is true)'],
  [
    { RetainData: 'false' },
    'problem',
    'npx cdk destroy deletes the data (retainData is false). If people need the data, remove retainData from the settings and deploy.',
  ],
  [{}, 'not checked', 'the stack does not say whether it keeps its data'],
] as const)('says of a stack with %j: %s', async ([outputs, state, detail]) => {
  delete aws.stackOutputs.RetainData;
  Object.assign(aws.stackOutputs, outputs);

  expect(await rows('doctor')).toContainEqual({ check: 'data', state, detail });
});

describe('the life of keys', () => {
  const hour = 3_600_000;
  const day = 24 * hour;
  const start = Date.parse('2030-06-01T12:30:00.000Z');
  const at = (time: number): string => new Date(time).toISOString();

  beforeEach(() => {
    aws.stackOutputs.LongestKeyLifeDays = 'none';
    clock.now = start;
  });

  /** Issues a key this number of days ago. */
  async function issuedBefore(days: number, owner: string, ...more: string[]) {
    clock.now = start - days * day;
    const { id = '' } = await record('keys issue', owner, '--name', `${days} days`, ...more);
    clock.now = start;
    return id;
  }

  const use = (id: string, at: number) => recordKeyUse(uuidOfKey(z.parse(apiKeyId, id)), hourOf(at));

  const namesOf = async (...argv: string[]) => (await rows('keys list', ...argv)).map(({ name }) => name);

  // Threat: A forgotten key goes on working
  test('lists active keys that were not used for a long time, the longest first', async () => {
    const { email } = await founded(stage);
    await use(await issuedBefore(200, email), start - 40 * day);
    await issuedBefore(60, email);
    await use(await issuedBefore(199, email), start - 20 * day);
    await issuedBefore(29, email);

    expect(await namesOf(email, '--unused-for', '30d')).toEqual(['60 days', '200 days']);
    expect(await namesOf(email, '--unused-for', '30d', '--older-than', '90d')).toEqual(['200 days']);
  });

  test('a stage with a longest life of keys refuses longer ones, and uses it as the default', async () => {
    aws.stackOutputs.LongestKeyLifeDays = '90';
    const { email } = await founded(stage);
    const latest = at(start + 90 * day);
    const message = `error: --expires must be ${latest} at the latest: keys of this stage end after 90 days (longestKeyLifeDays).\n`;

    for (const expires of ['91d', at(start + 90 * day + 1)])
      await refuses(1, message, 'keys issue', email, '--expires', expires);

    expect(await record('keys issue', email)).toMatchObject({ expires_at: latest, ends_at: latest });
    expect(await record('keys issue', email, '--expires', '90d')).toMatchObject({ expires_at: latest });
    const sooner = at(start + 30 * day);
    expect(await record('keys issue', email, '--expires', '30d')).toMatchObject({ ends_at: sooner });
  });

  test('a key that was issued for longer is listed with the end that the stage allows, and cannot get a later one', async () => {
    const { email } = await founded(stage);
    const forever = await issuedBefore(80, email);
    const old = await issuedBefore(100, email, '--expires', '365d');
    aws.stackOutputs.LongestKeyLifeDays = '90';

    expect(await rows('keys list', email)).toMatchObject([
      { id: old, status: 'expired', expires_at: at(start + 265 * day), ends_at: at(start - 10 * day) },
      { id: forever, status: 'active', expires_at: null, ends_at: at(start + 10 * day) },
    ]);
    expect((await admin('keys list', email)).stdout).toMatch(/EXPIRES AT +ENDS AT\n/);
    expect(await record('users show', email)).toMatchObject({ active_keys: 1 });
    const message = expect.stringContaining(`<when> must be ${at(start + 10 * day)} at the latest`);
    for (const when of ['never', '11d']) await refuses(1, message, 'keys expire', forever, when);
    expect(await record('keys expire', forever, '5d')).toMatchObject({ ends_at: at(start + 5 * day) });
  });
});

const request_id = '8a4b4a5b-7327-40fc-85d4-6ff3e0e5b050';

/** As API Gateway writes it: each value is text, and one that is missing is a dash. */
const accessLine = {
  ...Object.fromEntries(Object.keys(accessLogFields).map((name) => [name, '-'])),
  timestamp: '2026-11-29T00:39:18.400Z',
  request_id,
  ip: '203.0.113.7',
  method: 'GET',
  route: '/v1/documents/{document_id}',
  path: '/prod/v1/documents/doc_secret',
  status: '403',
  errorMessage: 'not a valid key: Bearer dgs_live_secret',
};
const functionLine = {
  level: 'INFO',
  message: 'request refused',
  timestamp: '2026-11-29T00:39:18.371Z',
  operation: 'getDocument',
  request_id,
  user_id: 'user_01m8j869bahtzer7qbcvp5jncf',
  credential: 'key:dd69a25b-02c7-41b3-b737-f7d088eae295',
  document_id: 'doc_01m8jbvs8jh0p5smw1af9te398',
  status: 403,
  code: 'insufficient_permissions',
  param: null,
  error: { name: 'TypeError', message: 'of ada@example.com' },
};
const printedAccess = { method: 'GET', route: '/v1/documents/{document_id}', status: '403' };
const { error: _, timestamp, level: __, request_id: ___, param: ____, ...said } = functionLine;
const credential = apiKeyIdOf({ uuid: functionLine.credential.replace('key:', '') });
const printedFunction = { time: timestamp, ...said, credential, error: 'TypeError' };

const others = Array.from({ length: 60 }, (_, index) => [`DocumentGovernance-prod-Other${index}`, []]);
aws.logGroups = {
  'DocumentGovernance-prod-ApiAccessLog1': [accessLine],
  ...Object.fromEntries(others),
  'DocumentGovernance-prod-ApiDocumentFunctions1-getDocumentLogs1': [functionLine],
};

test('requests show finds the lines of a request from all logs of a stage, without tokens and addresses', async () => {
  const shown = await rows('requests show', request_id);

  expect(shown).toEqual([
    { log: 'DocumentGovernance-prod-ApiDocumentFunctions1-getDocumentLogs1', ...printedFunction },
    { log: 'DocumentGovernance-prod-ApiAccessLog1', time: accessLine.timestamp, ...printedAccess },
  ]);
  const queries = aws.requests.filter(({ call }) => call === 'StartQuery').map(({ body }) => body);
  expect(queries.map(({ logGroupNames }) => Object(logGroupNames).length)).toEqual([50, 12]);
  for (const { queryString, startTime, endTime } of queries) {
    expect(queryString).toContain(`filter request_id = "${request_id}"`);
    expect(Number(endTime) - Number(startTime)).toBeLessThanOrEqual(7 * 86_400 + 1);
  }
  aws.requests.length = 0;
  await rows('requests show', request_id, '--since', '30d');
  const [later] = aws.requests.filter(({ call }) => call === 'StartQuery');
  expect(Number(later?.body.endTime) - Number(later?.body.startTime)).toBeGreaterThan(29 * 86_400);
});
