import { describe, expect, test, vi } from 'vitest';
import { storedPerson, storedSession } from '../support/people/people.ts';
import { isCall } from '../support/stages/faultyProxy.ts';
import { makePdf } from '../support/uploads.ts';
import { sharedDeliveringStage } from './deliveringStage.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const isWrite = (request: Parameters<ReturnType<typeof isCall>>[0]) =>
  ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'].some((operation) =>
    isCall(operation)(request),
  );

const stage = await sharedDeliveringStage();

/** Removes expired items just before each write. So an item that a request has read is gone when the request writes. */
function vanishBeforeWrites(milliseconds: number): void {
  stage.dynamodb.faultOf = async (request) => {
    if (isWrite(request)) await stage.expire(Date.now() + milliseconds);
    return undefined;
  };
}

describe('an item that expires between a read and a write', () => {
  test('lets the request finish if it is the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hour });
    const { headers } = await storedSession(await storedPerson()).finally(() => vi.useRealTimers());
    const status = async () => (await stage.call.listDocuments({ as: null, headers })).status;
    vanishBeforeWrites(day);

    expect([await status(), await status()]).toEqual([200, 401]);
  });

  test('makes no version if it is an upload', async () => {
    const bytes = await makePdf();
    const { body: upload } = await stage.call.createUpload({ json: { size_bytes: bytes.byteLength } });
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
    const versions = (await stage.table.versions()).length;
    vanishBeforeWrites(day);

    const form = new FormData();
    form.set('title', 'Too late');
    form.set('upload_id', upload.id);
    const { status, error } = await stage.call.createDocument({ form });

    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_upload' });
    expect(await stage.table.versions()).toHaveLength(versions);
  });

  test('leaves no work for the lane if it is a delivery', async () => {
    const { endpoint, body } = await stage.fanOutForOne();
    vanishBeforeWrites(31 * day);

    expect(await stage.consume('deliverWebhook', body)).toEqual([]);
    stage.dynamodb.mend();
    await stage.passOn();

    expect(await stage.table.due()).toEqual([]);
    const next = await stage.change();
    await stage.workOff();
    expect(endpoint.arrived()).toContain(next);
  });
});
