import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiKeyId } from '../../../shared/contract/identifiers.ts';
import { uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { hourOf, recordKeyUse } from '../../../shared/data/callers/keyUses.ts';
import { awsControlPlane } from './awsControlPlane.ts';
import { founded, operator } from './operator.ts';

const aws = awsControlPlane();
const stage = operator('--stage', 'prod');
const { admin, record, rows, clock, refuses } = stage;

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2030-06-01T12:30:00.000Z');
const at = (time: number): string => new Date(time).toISOString();

beforeAll(() => {
  Object.assign(aws.stackOutputs, stage.outputs(), { ApiUrl: 'https://api.example.com/prod' });
});
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
