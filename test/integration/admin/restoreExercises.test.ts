import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, test } from 'vitest';
import { decryptSecret } from '../../../shared/credentials/secrets.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { getWebhook } from '../../../shared/data/webhooks/webhooks.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { type Kept, openRestoreStage } from './restoreStage.ts';

/** The exercises of the section "Restoring" of the runbook, in its order. */
const { table, call, work, kept, restore, admin, files, clock } = await openRestoreStage();
const control = new DynamoDBClient();
afterAll(() => control.destroy());

type Items = Awaited<ReturnType<typeof table.everything>>;

const itemsOf = async ({ document_id }: Kept): Promise<Items> =>
  (await table.everything()).filter(({ pk }) => pk === `DOC#${document_id.slice(4)}`);

async function putInto(TableName: string, items: Items): Promise<void> {
  for (const Item of items) await dynamo.send('PutItem', { TableName, Item });
}

/** Copies the table to another name, as a restore to a point in time does. */
async function restoredTable(): Promise<string> {
  const TableName = `restored-${crypto.randomUUID()}`;
  const { Table } = await control.send(new DescribeTableCommand({ TableName: table.name }));
  await control.send(
    new CreateTableCommand({
      TableName,
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions?.filter(({ AttributeName = '' }) =>
        /^[ps]k$/.test(AttributeName),
      ),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await putInto(TableName, await table.everything());
  return TableName;
}

const read = async ({ document_id }: Kept) => (await call.getDocument({ path: { document_id } })).body;
const textOf = ({ key }: Kept): string => key.replace('payloads/', 'texts/');
const statusOf = async (document: Kept) => (await read(document)).processing_status;

const day = 24 * 60 * 60_000;

test('a file that was overwritten or deleted comes back from its previous version', async () => {
  const overwritten = await kept();
  const deleted = await kept();
  await files.overwrite(overwritten.key);
  await files.remove(deleted.key);

  const { code, rows } = await restore('repair', '--json');

  expect(code).toBe(0);
  expect(rows.map(({ outcome, file }) => [outcome, file]).sort()).toEqual(
    [overwritten.key, deleted.key].sort().map((key) => ['brought back', key]),
  );
  expect(await restore('check')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No diff/) });
});

describe('a document that was deleted', () => {
  test('comes back complete from a table that was restored to an earlier time', async () => {
    const lost = await kept();
    const before = await read(lost);
    const items = await itemsOf(lost);
    const from = await restoredTable();
    for (const item of items) await table.remove(item);
    expect((await call.getDocument({ path: { document_id: lost.document_id } })).status).toBe(404);

    const ran = await restore('document', lost.document_id, '--from-table', from);

    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/restored items +2\npresent items +0/),
    });
    expect(await read(lost)).toEqual(before);
    expect(await itemsOf(lost)).toEqual(items);
    expect(await restore('check')).toMatchObject({ code: 0 });
    const entries = (await table.everything()).filter(({ type }) => type === 'document.restored');
    expect(entries).toMatchObject([
      {
        type: 'document.restored',
        document_id: lost.document_id,
        actor_id: null,
        credential: 'command_line',
        list_pk: expect.stringMatching(/^ACTIVITY#ORG#/),
      },
    ]);
  });

  test('stays gone when the other table does not exist, and the error names the option', async () => {
    const { document_id } = await kept();

    for (const from of ['documents-before', 'not a name'])
      expect(await restore('document', document_id, '--from-table', from)).toMatchObject({
        code: from === 'documents-before' ? 1 : 2,
        stderr: expect.stringContaining('--from-table'),
      });
  });

  test('does not get back a version that was deleted for good since', async () => {
    const { document_id, version_id, key } = await kept();
    const form = uploadForm({}, await makePdf());
    await call.createDocumentVersion({ path: { document_id }, form });
    await work();
    const from = await restoredTable();
    await call.deleteDocumentVersion({ path: { document_id, version_id } });
    // The file still exists, and the check knows that a worker will remove it.
    expect(await restore('check')).toMatchObject({ code: 0 });
    await files.remove(key);
    const items = await itemsOf({ document_id, version_id, key });

    expect(await restore('document', document_id, '--from-table', from)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/restored items +0\npresent items +2/),
    });
    expect(await itemsOf({ document_id, version_id, key })).toEqual(items);
    expect(await restore('check')).toMatchObject({ code: 0 });
  });
});

test("yesterday's table with today's bucket has files without a version: today's table brings versions back, and the other files are removed after a day", async () => {
  const wanted = await kept();
  const unwanted = await kept();
  const today = await restoredTable();
  for (const item of [...(await itemsOf(wanted)), ...(await itemsOf(unwanted))]) await table.remove(item);
  const orphans = async () => (await restore('check', '--json')).rows.map(({ file }) => file);
  expect(await orphans()).toEqual([wanted.key, unwanted.key, textOf(wanted), textOf(unwanted)]);

  await restore('document', wanted.document_id, '--from-table', today);
  expect(await orphans()).toEqual([unwanted.key, textOf(unwanted)]);

  expect(await restore('repair')).toMatchObject({ code: 1, stdout: expect.stringContaining('left') });
  expect(await restore('repair', '--remove-orphans', '--yes')).toMatchObject({ code: 1 });
  expect(await files.exists(unwanted.key)).toBe(true);
  clock.now += day;
  expect(await restore('repair', '--remove-orphans', '--yes')).toMatchObject({ code: 0 });
  expect(await files.exists(unwanted.key)).toBe(false);

  // S3 keeps the removed file as a previous version for 30 days, so the document can still be restored.
  await restore('document', unwanted.document_id, '--from-table', today);
  expect(await restore('repair')).toMatchObject({ code: 0 });
  expect(await statusOf(unwanted)).toBe('ready');
  expect(await restore('check')).toMatchObject({ code: 0 });
});

test('after the loss of a KMS key, a new secret makes an endpoint work again', async () => {
  const json = { url: 'https://receiver.example/hooks', events: ['*'] };
  const { body } = await call.registerWebhook({ json });
  const owner = { id: body.id, organization_id: body.org_id };
  const secrets = async () => (await getWebhook(body.org_id, body.id))?.secrets ?? [];
  const decrypted = async () =>
    Promise.all((await secrets()).map(({ ciphertext }) => decryptSecret(ciphertext, owner)));
  const [item] = (await table.everything()).filter(({ sk }) => sk === `WEBHOOK#${body.id.slice(4)}`);
  if (!item) throw new Error('no endpoint');
  // A ciphertext begins with the id of its KMS key. Here, it is the id of a key that the stage does not have.
  const lost = (await secrets()).map((secret) => {
    const bytes = Buffer.from(secret.ciphertext, 'base64').fill(7, 0, 16);
    return { ...secret, ciphertext: bytes.toString('base64') };
  });
  await table.set(item, 'secrets', lost);
  await expect(decrypted()).rejects.toThrow();

  const { stdout } = await admin('webhooks rotate-secret', body.id, '--now', '--yes', '--json');

  expect(await decrypted()).toEqual([JSON.parse(stdout).secret]);
});
