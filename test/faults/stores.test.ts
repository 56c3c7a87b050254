import { describe, expect, test, vi } from 'vitest';
import { faultOn, isCall } from '../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const stage = await sharedFaultyStage();

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
