import { describe, expect, test, vi } from 'vitest';
import { faultOn, isCall } from '../support/stages/faultyProxy.ts';
import {
  anyPauseMilliseconds,
  sendGraceMilliseconds,
  sharedFaultyStage,
  sweptOf,
} from '../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const stage = await sharedFaultyStage();

/** The state of a version when it is processed. */
const processed = { processing_status: 'ready', interrupted_attempts: 0 };

/** The events about a document with one version, which is ready. */
const typesOnce = ['document.created', 'document.ready', 'version.created', 'version.ready'];

/** Returns the types of the stored events about a document and its version. */
async function eventTypes(documentId: string, versionId: string): Promise<string[]> {
  const events = await stage.table.events();
  const isAbout = (body: string) => body.includes(documentId) || body.includes(versionId);
  return events
    .filter(({ body }) => isAbout(body))
    .map(({ type }) => type)
    .sort();
}

test('a message that is not sent, or is lost, is sent again by the sweep, each time', async () => {
  stage.sqs.faultOf = () => 'refusing';
  const { id } = await stage.upload();
  stage.sqs.mend();
  expect(await stage.sweep()).toEqual([]);
  await stage.table.letTimePass(sendGraceMilliseconds);
  const bodies = await stage.sweep();
  expect(bodies).toHaveLength(1);

  for (let lost = 0; lost < 3; lost++) {
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual(bodies);
    expect(await stage.sweep()).toEqual([]);
  }

  expect(await stage.deliver(...bodies)).toEqual([]);
  expect((await stage.document(id)).processing_status).toBe('ready');
  await stage.table.letTimePass(anyPauseMilliseconds);
  expect(await stage.sweep()).toEqual([]);
});

test.for([
  ['to two workers at once', (body: string) => [stage.deliver(body), stage.deliver(body)]],
  ['in one batch', (body: string) => [stage.deliver(body, body)]],
  ['by the sweep while it is worked on', (body: string) => [stage.deliver(body), first(sweptOf(body))]],
] as const)(
  'a message that is delivered twice %s has one result and no error',
  async ([_how, deliveries]) => {
    const { document, body, version_id } = await stage.uploadAndTake();

    expect((await Promise.all(deliveries(body))).flat()).toEqual([]);

    expect(await stage.table.version(version_id)).toMatchObject(processed);
    const after = await stage.document(document.id);
    expect(after).toMatchObject({ processing_status: 'ready', current_version: { id: version_id } });
    expect(await eventTypes(document.id, version_id)).toEqual(typesOnce);
  },
);

/** Delivers a message as if for the first time. SQS may report a receive count of 1 more than once. */
async function first(body: string): Promise<unknown[]> {
  const attributes = { ApproximateReceiveCount: '1' };
  const answer = await stage.invoke('processVersion', { Records: [{ messageId: '0', body, attributes }] });
  return (answer as { batchItemFailures: unknown[] }).batchItemFailures;
}

/** More than the number of interrupted attempts after which a version fails. */
const outages = 4;
const untouched = { processing_status: 'processing', interrupted_attempts: 0 };

const failToStore = () => void faultOn(stage.dynamodb, 'failing', isCall('TransactWriteItems'));

describe('a store that fails in the middle of processing', () => {
  test.for([
    ['S3 answers 500', () => (stage.s3.faultOf = () => 'failing')],
    ['S3 cannot copy', () => (stage.s3.faultOf = ({ method }) => (method === 'PUT' ? 'failing' : undefined))],
    ['DynamoDB cannot store the result', failToStore],
  ] as const)('is not counted as a failure of the file: %s', async ([_what, fail]) => {
    const { document, body, version_id } = await stage.uploadAndTake();
    fail();
    for (let outage = 0; outage < outages; outage++) {
      expect(await stage.deliver(body)).toEqual([0]);
      expect(await stage.table.version(version_id)).toMatchObject(untouched);
    }

    stage.mend();
    expect(await stage.deliver(body)).toEqual([]);

    expect((await stage.document(document.id)).processing_status).toBe('ready');
  });

  test('leaves a file in processing when S3 takes all the time of the worker', async () => {
    const { document, body, version_id } = await stage.uploadAndTake();
    vi.useFakeTimers({ toFake: ['Date'] });
    stage.s3.faultOf = ({ method }) => {
      if (method === 'GET') vi.setSystemTime(Date.now() + 110_000);
      return undefined;
    };
    expect(await stage.deliver(body)).toEqual([0]);
    expect(await stage.table.version(version_id)).toMatchObject(untouched);

    stage.s3.mend();
    expect(await stage.deliver(body)).toEqual([]);
    expect((await stage.document(document.id)).processing_status).toBe('ready');
  });
});

test.for([
  ['S3', () => (stage.s3.faultOf = () => 'failing')],
  ['DynamoDB', failToStore],
] as const)('a store that fails during an upload fails the upload as a whole: %s', async ([_store, fail]) => {
  await stage.catchUp();
  const before = (await stage.call.listDocuments()).body;
  const eventsBefore = await stage.table.events();
  fail();

  const answer = await stage.call.createDocument({ form: uploadForm({ title: 'Lost' }, await makePdf()) });

  expect(answer).toMatchObject({ status: 500, error: { code: 'internal_error' } });
  stage.mend();
  await stage.catchUp();
  expect((await stage.call.listDocuments()).body).toEqual(before);
  expect(await stage.table.events()).toEqual(eventsBefore);
  expect(await stage.takeMessages('processing')).toEqual([]);
});

test('a store that never answers fails a request before the limit of API Gateway', async () => {
  void faultOn(stage.dynamodb, 'silent', isCall('Query'));

  const answer = await stage.call.listDocuments();

  // At its limit, API Gateway itself would answer 504.
  expect(answer).toMatchObject({ status: 500, error: { code: 'internal_error' } });
});
