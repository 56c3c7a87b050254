import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiKeyId } from '../../../shared/contract/identifiers.ts';
import { getApiKey, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { awsControlPlane } from './awsControlPlane.ts';
import { founded, operator } from './operator.ts';

const aws = awsControlPlane();
const stage = operator('--stage', 'prod');
const { admin, record, rows, refuses } = stage;

beforeAll(() => {
  Object.assign(aws.stackOutputs, stage.outputs(), { ApiUrl: 'https://api.example.com/prod' });
});
beforeEach(() => {
  aws.requests.length = 0;
  aws.on = () => undefined;
});

const calls = () => aws.requests.map(({ call }) => call);
const created = 'POST /apikeys';
/** An API Gateway key is attached to the usage plan of the stack. */
const attached = () => `POST /usageplans/${stage.outputs().UsagePlanId}/keys`;
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
