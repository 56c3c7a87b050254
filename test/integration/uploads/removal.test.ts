import { describe, expect, test, vi } from 'vitest';
import {
  type DocumentId,
  type OrganizationId,
  ulidOf,
  type VersionId,
} from '../../../shared/contract/identifiers.ts';
import { documentKey } from '../../../shared/data/keys/documents.ts';
import { getUsage } from '../../../shared/data/organizations/usage.ts';
import { createAttachment, newAttachment } from '../../../shared/data/policies/attachments.ts';
import { noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { describeFile } from '../../../shared/files/keptFiles.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { putStampedCopy } from '../../../shared/files/stampedCopies.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import { keptKeys } from '../../support/keptKeys.ts';
import { ownedOrganization, storedApiKey, storedMember, storedPerson } from '../../support/people/people.ts';
import { put } from '../../support/putUpload.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { refused } from '../../support/refusals.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

const day = 24 * 60 * 60_000;
/** A document with two ready versions and an entry page. */
async function madeBy(by: CallRequest): Promise<{ id: DocumentId; versions: VersionId[] }> {
  const form = async () => uploadForm({ title: 'To be removed' }, await makeSmallPdf());
  const { id } = (await call.createDocument({ ...by, form: await form() })).body;
  const path = { document_id: id };
  await call.createDocumentVersion({ ...by, path, form: await form() });
  await stage.deliver(...(await stage.takeMessages('processing')));
  await call.generateDocumentEntryPage({ ...by, path });
  const { items } = (await call.listDocumentVersions({ ...by, path })).body;
  return { id, versions: items.map((version) => version.id) };
}

const remove = (by: CallRequest, document_id: DocumentId) =>
  call.deleteDocument({ ...by, path: { document_id } });
const restore = (by: CallRequest, document_id: DocumentId) =>
  call.restoreDocument({ ...by, path: { document_id } });
const read = (by: CallRequest, document_id: DocumentId) => call.getDocument({ ...by, path: { document_id } });

/** Runs the sweep. Returns the messages that it sent to the removal worker. */
async function due(): Promise<string[]> {
  await stage.invoke('sweepDue', {});
  return stage.takeMessages('removals');
}
const itemsOf = async (id: DocumentId) => (await table.partition(documentKey(id).pk)).map(({ sk }) => sk);
const itemsAbout = async (id: DocumentId) =>
  (await table.partition(`READING#${ulidOf(id)}`)).map(({ sk }) => sk);

/** Shares a document with a person, who gets a mail, opens the page of the document, and stays on it. */
async function readByShare(by: CallRequest, document_id: DocumentId): Promise<void> {
  const person = await storedPerson();
  const json = { email: person.email ?? '' };
  expect((await call.createDocumentShare({ ...by, path: { document_id }, json })).status).toBe(201);
  for (const body of await stage.takeMessages('mail'))
    expect(await stage.consume('sendMail', body)).toEqual([]);
  const { headers: theirs } = await storedApiKey(person);
  await stayOnPages(stage, document_id, { id: person.id, headers: theirs }, { 1: 40 });
}

const filesOf = async (versions: readonly VersionId[]) =>
  Promise.all(versions.map(async (id) => (await describeFile({ key: payloadKey(id) })) !== undefined));

test('a deleted document can be restored for 30 days, and is then removed with all its files', async () => {
  const { by } = await ownedOrganization();
  const [gone, kept] = [await madeBy(by), await madeBy(by)];
  const [{ body }] = [await read(by, gone.id)];
  const entryPages = await entryPagesOf(gone.id);
  expect(entryPages).toHaveLength(1);
  const [shown] = gone.versions;
  await preparePictures(gone.id, shown);
  expect(await keptUnder('pages/', shown)).toHaveLength(3);
  expect(await textsOf(gone.versions)).toHaveLength(2);
  await readByShare(by, gone.id);
  for (const kind of [/^SHARE#\w+$/, /^SHARE#\w+#MAIL$/, /^DAY#/, /^READER#/, /^READERPAGES#/])
    expect(await itemsAbout(gone.id)).toContainEqual(expect.stringMatching(kind));
  await remove(by, gone.id);

  await table.letTimePass(29 * day);
  expect(await due()).toEqual([]);
  expect((await restore(by, gone.id)).body).toEqual(body);
  await table.letTimePass(2 * day);
  expect(await due()).toEqual([]);
  await remove(by, gone.id);
  await table.letTimePass(30 * day);

  expect(await restore(by, gone.id)).toMatchObject(refused('resource_not_found', 'document_id'));
  expect(await filesOf(gone.versions)).toEqual([true, true]);
  await stage.removeDue();

  expect(await itemsOf(gone.id)).toEqual([]);
  expect(await itemsAbout(gone.id)).not.toContainEqual(expect.stringMatching(/^[A-Z]/));
  expect(await filesOf(gone.versions)).toEqual([false, false]);
  expect(await entryPagesOf(gone.id)).toEqual([]);
  expect(await keptUnder('pages/', shown)).toEqual([]);
  expect(await textsOf(gone.versions)).toEqual([]);
  expect(await textsOf(kept.versions)).toHaveLength(2);
  expect((await table.everything()).filter(({ pk }) => pk.startsWith('PAGES#'))).toEqual([]);
  expect(await restore(by, gone.id)).toMatchObject(refused('resource_not_found', 'document_id'));
  expect((await read(by, kept.id)).status).toBe(200);
  expect(await filesOf(kept.versions)).toEqual([true, true]);
  expect(await table.due()).toEqual([]);
});

// Threat: Files are overwritten or deleted
test('an early message, or one after a restoration, removes nothing', async () => {
  const { by } = await ownedOrganization();
  const { id } = await madeBy(by);
  await remove(by, id);
  const body = JSON.stringify({ document_id: id });
  const before = await itemsOf(id);

  expect(await stage.consume('removeDeleted', body)).toEqual([]);
  expect(await itemsOf(id)).toEqual(before);
  await restore(by, id);
  expect(await stage.consume('removeDeleted', body)).toEqual([]);

  expect((await read(by, id)).status).toBe(200);
});

test('a restoration is refused when the removal begins at the same moment', async () => {
  const { by } = await ownedOrganization();
  const { id } = await madeBy(by);
  await remove(by, id);
  const item = (await table.partition(documentKey(id).pk)).find(({ sk }) => sk === 'DELETED');
  if (!item) throw new Error('it is not deleted');
  // The time for restoring ends between the read and the commit of the request.
  await table.set(item, 'restorable_until_ms', Date.now() + 60_000);
  const body = JSON.stringify({ document_id: id });
  stage.dynamodb.faultOf = ({ headers: { 'x-amz-target': target } }) => {
    if (!String(target).endsWith('.TransactWriteItems')) return undefined;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    stage.dynamodb.mend();
    // The worker marks the document before this commit.
    return 'conflicting';
  };

  const answer = restore(by, id);
  await vi.waitFor(() => expect(vi.isFakeTimers()).toBe(true));
  expect(await stage.consume('removeDeleted', body)).toEqual([]);

  expect(await answer).toMatchObject(refused('resource_not_found', 'document_id'));
  expect(await itemsOf(id)).toEqual([]);
});

test('a document with many parts is removed in several runs, each within its time', async () => {
  const { owner, by } = await ownedOrganization();
  const { id, versions } = await madeBy(by);
  const user = { id: owner.id, type: 'user_account', name: owner.name } as const;
  for (let count = 0; count < 120; count += 1) {
    const attachment = newAttachment({ id }, { id: newId('pol'), name: `Policy ${count}` }, user);
    await transact(createAttachment(attachment));
  }
  await remove(by, id);
  await table.letTimePass(30 * day);
  const [body = ''] = await due();
  const before = (await itemsOf(id)).length;
  vi.useFakeTimers({ toFake: ['Date'] });
  stage.dynamodb.faultOf = ({ headers: { 'x-amz-target': target } }) => {
    if (String(target).endsWith('.BatchWriteItem')) vi.setSystemTime(Date.now() + 15_000);
    return undefined;
  };

  expect(await stage.consume('removeDeleted', body)).toEqual([]);

  const between = (await itemsOf(id)).length;
  expect(between).toBeLessThan(before);
  expect(between).toBeGreaterThan(1);
  vi.useRealTimers();
  stage.dynamodb.mend();
  await table.letTimePass(anyPauseMilliseconds);
  await stage.removeDue();
  expect(await itemsOf(id)).toEqual([]);
  expect(await filesOf(versions)).toEqual([false, false]);
});

async function preparePictures(document_id: DocumentId, version_id: VersionId = 'ver_'): Promise<void> {
  await noteCall({ id: version_id, document_id }, undefined, Date.now());
  const message = JSON.stringify({ kind: 'pages', document_id, version_id });
  expect(await stage.consume('prepareCopy', message)).toEqual([]);
}

const textsOf = async (versions: readonly VersionId[]) =>
  (await Promise.all(versions.map((id) => keptKeys(`texts/${ulidOf(id)}`)))).flat();
const entryPagesOf = (id: DocumentId) => keptUnder('entry-pages/', id);

const keptUnder = (prefix: string, id: DocumentId | VersionId = 'ver_') =>
  keptKeys(`${prefix}${ulidOf(id)}/`);

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
const removeVersion = ({ by, path }: Wrong) => call.deleteDocumentVersion({ ...by, path });

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

async function filesOfVersion({ path: { version_id } }: Wrong): Promise<string[]> {
  const prefixes = ['uploads/', 'direct/', 'payloads/', 'pages/', 'stamped/'];
  const keys = (await Promise.all(prefixes.map((prefix) => keptKeys(prefix)))).flat();
  return keys.filter((key) => key.includes(version_id.slice(4)) || key.startsWith('direct/'));
}

/** All items of a version, except its entries of activity. */
const itemsOfVersion = async ({ path: { document_id, version_id } }: Wrong) =>
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
  expect(await filesOfVersion(wrong)).toEqual([]);
  expect(await itemsOfVersion(wrong)).toEqual([
    expect.not.objectContaining({ due_at_ms: expect.anything() }),
  ]);
  expect(await table.due()).toEqual([]);
}

test.for([
  { what: 'a form', direct: false },
  { what: 'an upload', direct: true },
])('the file of $what, its pictures and its copies are removed at once', async ({ direct }) => {
  const wrong = await mistake({ direct });
  await process();
  await makeCopies(wrong);
  expect((await filesOfVersion(wrong)).length).toBeGreaterThanOrEqual(5);

  await removeVersion(wrong);
  await removeFiles();

  expect(await filesOfVersion(wrong)).toEqual([]);
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

  await removeVersion(wrong);
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
  expect((await removeVersion(wrong)).status).toBe(200);
  stage.mend();

  await workOff();

  await expectGone(wrong);
});

test('copies that a worker stores after the removal are removed by the sweep', async () => {
  const wrong = await mistake();
  await process();
  await removeVersion(wrong);
  await removeFiles();
  await putStampedCopy({ version_id: wrong.path.version_id, copy_id: 'late' }, await makeSmallPdf());

  await workOff();

  await expectGone(wrong);
});

describe('the worker of a version that is deleted during its processing stores nothing', () => {
  test('if its message arrives after the deletion', async () => {
    const wrong = await mistake();
    await removeVersion(wrong);

    expect(await process()).toEqual([]);

    await removeFiles();
    expect(await filesOfVersion(wrong)).toEqual([]);
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
    await removeVersion(wrong);
    await removeFiles();
    released.resolve(undefined);

    expect(await worker).toEqual([]);
    await removeFiles();

    expect(await filesOfVersion(wrong)).toEqual([]);
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

    await removeVersion(wrong);

    expect(await bytesOf(wrong)).toBe(before - wrong.size_bytes);
    await removeFiles();
    for (const minutes of [6, 3]) await count(minutes);
    expect(await bytesOf(wrong)).toBe(before - wrong.size_bytes);
  });
});
