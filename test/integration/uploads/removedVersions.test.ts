import { describe, expect, test, vi } from 'vitest';
import type { DocumentId, OrganizationId, VersionId } from '../../../shared/contract/identifiers.ts';
import { documentKey } from '../../../shared/data/keys/documents.ts';
import { getUsage } from '../../../shared/data/organizations/usage.ts';
import { noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { putStampedCopy } from '../../../shared/files/stampedCopies.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import { keptKeys } from '../../support/keptKeys.ts';
import { ownedOrganization, storedApiKey, storedMember } from '../../support/people/people.ts';
import { put } from '../../support/putUpload.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

interface Wrong {
  readonly tenant: OrganizationId;
  readonly by: CallRequest;
  readonly path: { readonly document_id: DocumentId; readonly version_id: VersionId };
  readonly size_bytes: number;
}

/** Makes a ready document, and adds a wrong version. The message to process this version waits in the queue. */
async function mistake({ direct = false } = {}): Promise<Wrong> {
  const { id: tenant, by } = await ownedOrganization();
  const { id: document_id } = await uploadReady(stage, {}, by);
  await stage.drain('texts');
  const pdf = await makeSmallPdf();
  const file = direct ? uploadForm({ upload_id: await uploadedId(by, pdf) }, null) : uploadForm({}, pdf);
  const added = await call.createDocumentVersion({ ...by, path: { document_id }, form: file });
  return { tenant, by, path: { document_id, version_id: added.body.id }, size_bytes: pdf.byteLength };
}

async function uploadedId(by: CallRequest, pdf: Uint8Array<ArrayBuffer>): Promise<string> {
  const { body } = await call.createUpload({ ...by, json: { size_bytes: pdf.byteLength } });
  expect(await put(body, pdf)).toBe(200);
  return body.id;
}

const process = async () => stage.deliver(...(await stage.takeMessages('processing')));
const remove = ({ by, path }: Wrong) => call.deleteDocumentVersion({ ...by, path });

const removeFiles = async () => {
  for (const body of await stage.takeMessages('removals'))
    expect(await stage.consume('removeDeleted', body)).toEqual([]);
};
/** Runs the sweep and the removal worker after all other workers have ended. */
const workOff = async () => {
  await table.letTimePass(anyPauseMilliseconds);
  await stage.invoke('sweepDue', {});
  await removeFiles();
};

async function filesOf({ path: { version_id } }: Wrong): Promise<string[]> {
  const prefixes = ['uploads/', 'direct/', 'payloads/', 'pages/', 'stamped/'];
  const keys = (await Promise.all(prefixes.map((prefix) => keptKeys(prefix)))).flat();
  return keys.filter((key) => key.includes(version_id.slice(4)) || key.startsWith('direct/'));
}

/** All items of a version, except its entries of activity. */
const itemsOf = async ({ path: { document_id, version_id } }: Wrong) =>
  (await table.everything()).filter(
    ({ pk, sk }) =>
      (pk === documentKey(document_id).pk || pk.startsWith('PAGES#')) &&
      `${pk} ${sk}`.includes(version_id.slice(4)),
  );

async function makeCopies({ path }: Wrong): Promise<void> {
  await noteCall({ id: path.version_id, document_id: path.document_id }, undefined, Date.now());
  const message = JSON.stringify({ kind: 'pages', ...path });
  expect(await stage.consume('prepareCopy', message)).toEqual([]);
  await putStampedCopy({ version_id: path.version_id, copy_id: crypto.randomUUID() }, await makeSmallPdf());
}

/** Expects that no file, no item and no work of the version is left. */
async function expectGone(wrong: Wrong): Promise<void> {
  expect(await filesOf(wrong)).toEqual([]);
  expect(await itemsOf(wrong)).toEqual([expect.not.objectContaining({ due_at_ms: expect.anything() })]);
  expect(await table.due()).toEqual([]);
}

test.for([
  { what: 'a form', direct: false },
  { what: 'an upload', direct: true },
])('the file of $what, its pictures and its copies are removed at once', async ({ direct }) => {
  const wrong = await mistake({ direct });
  await process();
  await makeCopies(wrong);
  expect((await filesOf(wrong)).length).toBeGreaterThanOrEqual(5);

  await remove(wrong);
  await removeFiles();

  expect(await filesOf(wrong)).toEqual([]);
  await workOff();
  await expectGone(wrong);
});

test('what readers saw of the version is removed, and what they read of the document stays', async () => {
  const wrong = await mistake();
  await process();
  const { document_id } = wrong.path;
  const member = await storedMember(wrong.tenant, 'member');
  const reader = { id: member.id, headers: (await storedApiKey(member)).headers };
  const path = { document_id };
  await call.setDocumentAccessLevel({ ...wrong.by, path, json: { access_level: 'organization' } });
  await stayOnPages(stage, document_id, reader, { 1: 70 });
  const seen = async () =>
    (await table.partition(`READING#${document_id.slice(4)}`))
      .map(({ sk }) => sk)
      .filter((sk) => sk.startsWith('READERPAGES#'));
  expect(await seen()).toEqual([expect.stringContaining(wrong.path.version_id.slice(4))]);

  await remove(wrong);
  await removeFiles();
  expect(await seen()).toEqual([]);
  await workOff();

  const one = await call.getDocumentReader({ ...wrong.by, path: { ...path, user_id: reader.id } });
  expect(one.body).toMatchObject({ views: 1, seconds: 0, pages: 0 });
  const summary = await call.getDocumentActivitySummary({ ...wrong.by, path });
  expect(summary.body).toMatchObject({ views: 1, seconds: 70 });
});

test('a lost message delays the removal only', async () => {
  const wrong = await mistake();
  await process();
  stage.sqs.faultOf = () => 'denying';
  expect((await remove(wrong)).status).toBe(200);
  stage.mend();

  await workOff();

  await expectGone(wrong);
});

test('copies that a worker stores after the removal are removed by the sweep', async () => {
  const wrong = await mistake();
  await process();
  await remove(wrong);
  await removeFiles();
  await putStampedCopy({ version_id: wrong.path.version_id, copy_id: 'late' }, await makeSmallPdf());

  await workOff();

  await expectGone(wrong);
});

describe('the worker of a version that is deleted during its processing stores nothing', () => {
  test('if its message arrives after the deletion', async () => {
    const wrong = await mistake();
    await remove(wrong);

    expect(await process()).toEqual([]);

    await removeFiles();
    expect(await filesOf(wrong)).toEqual([]);
    await workOff();
    await expectGone(wrong);
  });

  /** The version is deleted before one of these requests of the worker. */
  test.for([
    { when: 'before it reads the file', to: 's3', method: 'GET' },
    { when: 'before it keeps the file', to: 's3', method: 'PUT' },
    { when: 'before it commits', to: 'dynamodb', method: 'TransactWriteItems' },
  ] as const)('if the version is deleted $when', async ({ to, method }) => {
    const wrong = await mistake();
    const [body = ''] = await stage.takeMessages('processing');
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<undefined>();
    let isHeld = false;
    stage[to].faultOf = (request) => {
      if (isHeld || !(isCall(method)(request) || request.method === method)) return undefined;
      isHeld = true;
      reached.resolve();
      return released.promise;
    };
    const worker = stage.deliver(body);
    await reached.promise;
    await remove(wrong);
    await removeFiles();
    released.resolve(undefined);

    expect(await worker).toEqual([]);
    await removeFiles();

    expect(await filesOf(wrong)).toEqual([]);
    const { status } = await call.getDocumentVersion({ ...wrong.by, path: wrong.path });
    expect(status).toBe(404);
    await workOff();
    await expectGone(wrong);
  });
});

describe('the quota', () => {
  const bytesOf = async ({ tenant }: Wrong) => (await getUsage(tenant)).stored_bytes;
  const count = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await stage.invoke('countUsage', {});
  };

  test('is free at once, and the count agrees', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const wrong = await mistake();
    await process();
    const before = await bytesOf(wrong);

    await remove(wrong);

    expect(await bytesOf(wrong)).toBe(before - wrong.size_bytes);
    await removeFiles();
    for (const minutes of [6, 3]) await count(minutes);
    expect(await bytesOf(wrong)).toBe(before - wrong.size_bytes);
  });
});
