import { afterEach, describe, expect, test, vi } from 'vitest';
import { getUsage, setLimits } from '../../../shared/data/organizations/usage.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { CallRequest } from '../../support/client.ts';
import {
  byKey,
  ownedOrganization,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const size = 10_000;
const { call, table, recorder } = await sharedWatchedStage(['dynamodb', 's3'], {
  environment: {
    quotaDocuments: '5',
    quotaStoredBytes: String(20 * size),
    quotaPersonalDocuments: '2',
    quotaPersonalStoredBytes: String(10 * size),
    quotaOrganizations: '3',
  },
});
afterEach(() => vi.useRealTimers());

const pdf = await makePdf();
const upload = (by: CallRequest, payload = pdf) =>
  call.createDocument({ ...by, form: uploadForm({ title: 'T' }, payload) });
const addVersion = (by: CallRequest, document_id: string, payload = pdf) =>
  call.createDocumentVersion({ ...by, path: { document_id }, form: uploadForm({}, payload) });
const found = (by: CallRequest) => call.createOrganization({ ...by, json: { name: 'Found' } });

const together = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** All items except the counts of rate windows. */
const everything = async () => (await table.everything()).filter(({ sk }) => sk !== 'RATE');

/** Returns the store requests of the operations since the last call. */
const callsOfOperations = () =>
  recorder
    .take()
    .filter(({ name }) => name !== 'authorizer')
    .flatMap(({ calls }) => calls);

describe('documents', () => {
  // Threat: One tenant stores without limit
  test('beyond the quota are refused before anything is stored', async () => {
    const { id, by } = await ownedOrganization();
    for (let count = 0; count < 5; count++) expect((await upload(by)).status).toBe(200);
    const before = await everything();
    callsOfOperations();

    const answer = await upload(by);

    expect(answer).toMatchObject(refused('quota_exceeded'));
    expect(answer.error?.message).toBe('The organization has reached its quota of 5 documents.');
    // DynamoDB refused the addition. The read finds out which quota was reached.
    expect(callsOfOperations().map(({ name }) => name)).toEqual(['dynamodb GetItem']);
    expect(await everything()).toEqual(before);
    expect(await getUsage(id)).toMatchObject({ documents: 5, stored_bytes: 5 * pdf.byteLength });
  });

  // Threat: One tenant stores without limit
  test('are stored up to the quota when many uploads come at once, without conflicts', async () => {
    const { id, by } = await ownedOrganization();

    const answers = await together(12, () => upload(by));

    expect(countOf(answers, 200)).toBe(5);
    expect(countOf(answers, 403)).toBe(7);
    expect(await getUsage(id)).toMatchObject({ documents: 5 });
  });
});

describe('stored bytes', () => {
  test('count for all versions, and an upload that reaches the quota is the last', async () => {
    const { id, by } = await ownedOrganization();
    const large = await makePdf({ minBytes: 19 * size });
    const { body } = await upload(by, large);
    expect((await addVersion(by, body.id, large)).status).toBe(200);
    const before = await everything();
    callsOfOperations();

    const answers = [await addVersion(by, body.id), await upload(by)];

    for (const answer of answers) {
      expect(answer).toMatchObject(refused('quota_exceeded'));
      expect(answer.error?.message).toBe(
        `The organization has reached its quota of ${20 * size} stored bytes.`,
      );
    }
    expect(callsOfOperations().filter(({ name }) => name.startsWith('s3'))).toEqual([]);
    expect(await everything()).toEqual(before);
    expect(await getUsage(id)).toMatchObject({ documents: 1, stored_bytes: 2 * large.byteLength });
  });

  // Threat: One tenant stores without limit
  test('exceed the quota by less than one file, also with many uploads at once', async () => {
    const { id, by } = await ownedOrganization();
    await transact(setLimits(id, { documents: 1000 }));
    const large = await makePdf({ minBytes: 3 * size });

    const answers = await together(12, () => upload(by, large));

    const { stored_bytes } = await getUsage(id);
    expect(stored_bytes).toBe(countOf(answers, 200) * large.byteLength);
    expect(countOf(answers, 200) + countOf(answers, 403)).toBe(12);
    expect(stored_bytes).toBeGreaterThanOrEqual(20 * size);
    expect(stored_bytes).toBeLessThan(20 * size + large.byteLength);
  });
});

const ask = (by: CallRequest, size_bytes = 6 * size) => call.createUpload({ ...by, json: { size_bytes } });

// Threat: One tenant stores without limit
test('upload URLs can be requested for as many bytes in a day as the quota, used or not', async () => {
  const { by } = await ownedOrganization();
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  for (let count = 0; count < 4; count++)
    expect((await ask({ ...by, headers: { ...by.headers, ...key } })).status).toBe(201);
  for (let count = 0; count < 3; count++) expect((await ask(by)).status).toBe(201);
  const before = await everything();

  const answer = await ask(by, 1);

  expect(answer).toMatchObject(refused('quota_exceeded'));
  expect(answer.error?.message).toBe(
    `The uploads of today have reached the daily limit of ${20 * size} bytes. Try again tomorrow.`,
  );
  expect(await everything()).toEqual(before);
  expect((await upload(by)).status).toBe(200);
  const day = 24 * 60 * 60 * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
  expect((await ask(by)).status).toBe(201);
});

test('people outside of any organization have their own quotas', async () => {
  const user = await storedPerson();
  const by = await byKey(user);
  expect(countOf(await together(5, () => upload(by)), 200)).toBe(2);

  const answer = await upload(by);

  expect(answer).toMatchObject(refused('quota_exceeded'));
  expect(answer.error?.message).toBe('You have reached your quota of 2 documents.');
  expect(await getUsage(user.id)).toMatchObject({ documents: 2 });
});

describe('organizations', () => {
  // Threat: One tenant stores without limit
  test('beyond the quota of their founder are refused, in the problem format', async () => {
    const by = await byKey(await storedPerson());
    const answers = await together(8, () => found(by));
    const before = await everything();

    const answer = await found(by);

    expect(countOf(answers, 200)).toBe(3);
    expect(countOf(answers, 403) + countOf(answers, 429)).toBe(5);
    expect(answer).toMatchObject({ status: 403, problem: { title: 'Forbidden', status: 403 } });
    expect(answer.problem?.detail).toBe('You have reached your quota of 3 organizations that you founded.');
    expect(await everything()).toEqual(before);
  });

  test('do not count for a person who joins them, or for whom operators make them', async () => {
    const { id } = await storedOrganization();
    const by = await byKey(await storedMember(id, 'owner'));
    const { by: ofOwner } = await ownedOrganization();

    expect(countOf(await together(3, () => found(by)), 200)).toBe(3);
    expect(countOf(await together(3, () => found(ofOwner)), 200)).toBe(3);
  });

  test('are allowed up to the quota that operators gave the founder', async () => {
    const user = await storedPerson();
    const by = await byKey(user);
    await transact(setLimits(user.id, { organizations: 1 }));
    expect((await found(by)).status).toBe(200);
    expect((await found(by)).status).toBe(403);

    await transact(setLimits(user.id, { organizations: 4 }));

    expect(countOf([await found(by), await found(by), await found(by)], 200)).toBe(3);
    expect((await found(by)).status).toBe(403);
  });
});

test('quotas of one organization replace those of the stage, higher or lower, from the next upload on', async () => {
  const { id, by } = await ownedOrganization();
  await transact(setLimits(id, { documents: 0 }));
  expect((await upload(by)).error?.message).toMatch('quota of 0 documents');

  await transact(setLimits(id, { documents: 7, stored_bytes: 1_000_000 }));
  expect(countOf(await together(10, () => upload(by)), 200)).toBe(7);

  await transact(setLimits(id, { documents: null, stored_bytes: 1 }));
  expect((await upload(by)).error?.message).toMatch('quota of 5 documents');
  await transact(setLimits(id, { documents: 100 }));
  expect((await upload(by)).error?.message).toMatch('quota of 1 stored bytes');
  expect(await getUsage(id)).toMatchObject({ documents: 7, stored_bytes: 7 * pdf.byteLength });
});
