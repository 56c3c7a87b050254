import { beforeEach, expect, test } from 'vitest';
import { addressHashOf, stopMail } from '../../shared/data/mail/mailBlocks.ts';
import { countFirstReading } from '../../shared/data/shares/countedShares.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { mailOf, setQuota } from '../support/mail.ts';
import { ownedOrganization, storedApiKey, storedPerson } from '../support/people/people.ts';
import { faultSome } from '../support/stages/faultyProxy.ts';
import { sendGraceMilliseconds, sharedFaultyStage } from '../support/stages/faultyStage.ts';
import { storedShare } from '../support/storedDocuments.ts';
import { makePdf, uploadForm, uploadReady } from '../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call } = stage;
const { mailsTo, sweepMails, work } = mailOf(stage);

const clear = () => stage.takeMessages('mail');
beforeEach(clear);

const process = async () => stage.deliver(...(await stage.takeMessages('processing')));
const countTo = async (emails: readonly string[]) =>
  (await Promise.all(emails.map(mailsTo))).map((mails) => mails.length);

/** A private document with a ready version, in an organization of its own, and what its owner does with it. */
async function scene() {
  const { id: organization_id, owner, by: as } = await ownedOrganization();
  const { id, path } = await uploadReady(stage, { title: 'Offer', access_level: 'private' }, as);
  /** Stores a share. By default somebody has read the document by it. Returns the address. */
  const share = async ({ reads = true, expires_at = null as string | null } = {}) => {
    const made = await storedShare(id, { expires_at });
    if (reads) await transact([countFirstReading(made, Date.now())]);
    return made.email;
  };
  const add = async (fields: Readonly<Record<string, string>>, pdf?: Uint8Array<ArrayBuffer>) =>
    (await call.createDocumentVersion({ ...as, path, form: uploadForm(fields, pdf ?? (await makePdf())) }))
      .body;
  return { as, path, organization_id, owner, share, add };
}

test('each reader by an open share gets one mail about the new version, and nobody else does', async () => {
  const { as, path, organization_id, owner, share, add } = await scene();
  const [reader, withdrawn, stopped] = [await share(), await share(), await share()];
  const visitor = await storedPerson({ proven_at: new Date().toISOString() });
  const json = { email: visitor.email ?? '', send_mail: false };
  await call.createDocumentShare({ ...as, path, json });
  const { headers } = await storedApiKey(visitor);
  await fetch(`${stage.credentials.base_url}/d/${path.document_id}`, { headers });
  const others = [await share({ reads: false }), await share({ expires_at: '2026-01-01T00:00:00Z' })];
  const { items } = (await call.listDocumentShares({ ...as, path })).body;
  const share_id = items.find(({ email }) => email === withdrawn)?.id ?? '';
  await call.deleteDocumentShare({ ...as, path: { ...path, share_id } });
  await stopMail(addressHashOf(stopped), organization_id, Date.now());
  await clear();

  await add({ title: 'For myself', notify_readers: 'false' });
  await process();
  await add({ notify_readers: 'true' }, Uint8Array.from(readFixture('no-pages.pdf')));
  await process();
  expect(await stage.takeMessages('mail')).toEqual([]);
  const { id } = await add({ notify_readers: 'true' });
  await process();
  await stage.deliver(JSON.stringify({ document_id: path.document_id, version_id: id }));
  await work('mail');
  await work('mail');

  const told = [reader, visitor.email?.toLowerCase() ?? ''];
  expect(await countTo([...told, withdrawn, stopped, ...others, owner.email ?? ''])).toEqual([
    1, 1, 0, 0, 0, 0, 0,
  ]);
  const [mail] = await mailsTo(reader);
  const { Subject, Body } = mail?.input.Content.Simple ?? {};
  expect(Subject?.Data).toBe('New version of “Offer”');
  expect(Body?.Text?.Data.split('\n\n').slice(0, 5)).toEqual([
    `The document service of Test sends you this mail because you have read a document that ${owner.name} shares with you, and it has a new version:`,
    '> Offer',
    'Version 4 is ready to read.',
    expect.stringContaining(`/d/${path.document_id}`),
    `Sign in as ${reader} to read the document.`,
  ]);
  expect(items.find(({ email }) => email === reader)).toMatchObject({ mail: 'none' });
});

test('a mail waits for the quotas, and is not sent for a version that was deleted meanwhile', async () => {
  const { as, path, organization_id, share, add } = await scene();
  const reader = await share();
  await setQuota(organization_id, 0);
  const deleted = await add({ notify_readers: 'true' });
  await process();
  await add({ notify_readers: 'true' });
  await process();
  await work('mail');
  expect(await countTo([reader])).toEqual([0]);

  await call.deleteDocumentVersion({ ...as, path: { ...path, version_id: deleted.id } });
  await setQuota(organization_id, null);
  await sweepMails();

  expect(await countTo([reader])).toEqual([1]);
});

test('a worker that is stopped loses no mail and makes none twice', async () => {
  const { path, share, add } = await scene();
  // One transaction cannot hold them all. The first one of the worker makes the version ready.
  const readers: string[] = [];
  while (readers.length < 93) readers.push(await share());
  for (const [fault, from] of [
    ['unanswered', 2],
    ['failing', 3],
  ] as const) {
    const { id } = await add({ notify_readers: 'true' });
    faultSome(stage.dynamodb, fault, 'TransactWriteItems', { from, count: 100 });
    expect(await process()).toEqual([0]);
    stage.mend();

    await stage.table.letTimePass(sendGraceMilliseconds);
    const swept = (await stage.sweep()).filter((body) => body.includes(path.document_id));
    await Promise.all([...swept, ...swept].map((body) => stage.deliver(body)));

    const mails = (await stage.table.everything()).filter(({ pk }) => pk.startsWith('MAIL#'));
    const told = mails.flatMap(({ version_id, address_hash }) => (version_id === id ? [address_hash] : []));
    expect(told.toSorted(), `${fault} from ${from} on`).toEqual(readers.map(addressHashOf).toSorted());
    expect(await stage.table.version(id)).not.toHaveProperty('due_at_ms');
  }
});
