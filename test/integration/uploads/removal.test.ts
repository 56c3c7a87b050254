import { expect, test, vi } from 'vitest';
import { type DocumentId, ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import { documentKey } from '../../../shared/data/keys/documents.ts';
import { createAttachment, newAttachment } from '../../../shared/data/policies/attachments.ts';
import { noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { describeFile, listKeptFiles } from '../../../shared/files/keptFiles.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { refused } from '../../support/refusals.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

const day = 24 * 60 * 60_000;
type Headers = Readonly<Record<string, string>>;

async function organizationWithOwner() {
  const { id, owner } = await storedOrganization();
  return { id, owner, headers: (await storedApiKey(owner)).headers };
}

/** A document with two ready versions and an entry page. */
async function madeBy(headers: Headers): Promise<{ id: DocumentId; versions: VersionId[] }> {
  const form = async () => uploadForm({ title: 'To be removed' }, await makeSmallPdf());
  const { id } = (await call.createDocument({ as: null, headers, form: await form() })).body;
  const path = { document_id: id };
  await call.createDocumentVersion({ as: null, headers, path, form: await form() });
  await stage.deliver(...(await stage.takeMessages('processing')));
  await call.generateDocumentEntryPage({ as: null, headers, path });
  const { items } = (await call.listDocumentVersions({ as: null, headers, path })).body;
  return { id, versions: items.map((version) => version.id) };
}

const remove = (headers: Headers, document_id: DocumentId) =>
  call.deleteDocument({ as: null, headers, path: { document_id } });
const restore = (headers: Headers, document_id: DocumentId) =>
  call.restoreDocument({ as: null, headers, path: { document_id } });
const read = (headers: Headers, document_id: DocumentId) =>
  call.getDocument({ as: null, headers, path: { document_id } });

/** Runs the sweep. Returns the messages that it sent to the removal worker. */
async function due(): Promise<string[]> {
  await stage.invoke('sweepDue', {});
  return stage.takeMessages('removals');
}
const itemsOf = async (id: DocumentId) => (await table.partition(documentKey(id).pk)).map(({ sk }) => sk);
const itemsAbout = async (id: DocumentId) =>
  (await table.partition(`READING#${ulidOf(id)}`)).map(({ sk }) => sk);

/** Shares a document with a person, who gets a mail, opens the page of the document, and stays on it. */
async function readByShare(headers: Headers, document_id: DocumentId): Promise<void> {
  const person = await storedPerson();
  const json = { email: person.email ?? '' };
  expect((await call.createDocumentShare({ as: null, headers, path: { document_id }, json })).status).toBe(
    201,
  );
  for (const body of await stage.takeMessages('mail'))
    expect(await stage.consume('sendMail', body)).toEqual([]);
  const { headers: theirs } = await storedApiKey(person);
  await stayOnPages(stage, document_id, { id: person.id, headers: theirs }, { 1: 40 });
}

const filesOf = async (versions: readonly VersionId[]) =>
  Promise.all(versions.map(async (id) => (await describeFile({ key: payloadKey(id) })) !== undefined));

test('a deleted document can be restored for 30 days, and is then removed with all its files', async () => {
  const { headers } = await organizationWithOwner();
  const [gone, kept] = [await madeBy(headers), await madeBy(headers)];
  const [{ body }] = [await read(headers, gone.id)];
  const entryPages = await entryPagesOf(gone.id);
  expect(entryPages).toHaveLength(1);
  const [shown] = gone.versions;
  await preparePictures(gone.id, shown);
  expect(await keptUnder('pages/', shown)).toHaveLength(3);
  expect(await textsOf(gone.versions)).toHaveLength(2);
  await readByShare(headers, gone.id);
  for (const kind of [/^SHARE#\w+$/, /^SHARE#\w+#MAIL$/, /^DAY#/, /^READER#/, /^READERPAGES#/])
    expect(await itemsAbout(gone.id)).toContainEqual(expect.stringMatching(kind));
  await remove(headers, gone.id);

  await table.letTimePass(29 * day);
  expect(await due()).toEqual([]);
  expect((await restore(headers, gone.id)).body).toEqual(body);
  await table.letTimePass(2 * day);
  expect(await due()).toEqual([]);
  await remove(headers, gone.id);
  await table.letTimePass(30 * day);

  expect(await restore(headers, gone.id)).toMatchObject(refused('resource_not_found', 'document_id'));
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
  expect(await restore(headers, gone.id)).toMatchObject(refused('resource_not_found', 'document_id'));
  expect((await read(headers, kept.id)).status).toBe(200);
  expect(await filesOf(kept.versions)).toEqual([true, true]);
  expect(await table.due()).toEqual([]);
});

// Threat: Files are overwritten or deleted
test('an early message, or one after a restoration, removes nothing', async () => {
  const { headers } = await organizationWithOwner();
  const { id } = await madeBy(headers);
  await remove(headers, id);
  const body = JSON.stringify({ document_id: id });
  const before = await itemsOf(id);

  expect(await stage.consume('removeDeleted', body)).toEqual([]);
  expect(await itemsOf(id)).toEqual(before);
  await restore(headers, id);
  expect(await stage.consume('removeDeleted', body)).toEqual([]);

  expect((await read(headers, id)).status).toBe(200);
});

test('a restoration is refused when the removal begins at the same moment', async () => {
  const { headers } = await organizationWithOwner();
  const { id } = await madeBy(headers);
  await remove(headers, id);
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

  const answer = restore(headers, id);
  await vi.waitFor(() => expect(vi.isFakeTimers()).toBe(true));
  expect(await stage.consume('removeDeleted', body)).toEqual([]);

  expect(await answer).toMatchObject(refused('resource_not_found', 'document_id'));
  expect(await itemsOf(id)).toEqual([]);
});

test('a document with many parts is removed in several runs, each within its time', async () => {
  const { owner, headers } = await organizationWithOwner();
  const { id, versions } = await madeBy(headers);
  const user = { id: owner.id, type: 'user_account', name: owner.name } as const;
  for (let count = 0; count < 120; count += 1) {
    const attachment = newAttachment({ id }, { id: newId('pol'), name: `Policy ${count}` }, user);
    await transact(createAttachment(attachment));
  }
  await remove(headers, id);
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
  (await Promise.all(versions.map((id) => keptAs('texts/', id)))).flat();
const entryPagesOf = (id: DocumentId) => keptUnder('entry-pages/', id);

const keptUnder = (prefix: string, id: DocumentId | VersionId = 'ver_') => keptAs(prefix, id, '/');

async function keptAs(prefix: string, id: DocumentId | VersionId, end = ''): Promise<string[]> {
  const files: string[] = [];
  for await (const page of listKeptFiles(`${prefix}${id.replace(/^[a-z]+_/, '')}${end}`))
    files.push(...page.map(({ key }) => key));
  return files;
}
