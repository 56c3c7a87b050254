import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { localStackFile } from '../../../infra/local/seed.ts';
import { stackFile } from '../../../infra/local/stackFile.ts';
import { clientOf } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startService } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

/** Follows the runbook's procedure for the loss of a region: a stage in another region, with copies of the table and of kept files. */

const payloads = 'payloads/';

/** Starts a stage with data and KMS keys of its own, and returns what its operator needs. */
async function stageIn(region: string) {
  await using cleanup = new AsyncDisposableStack();
  const { path: directory } = cleanup.use(await temporaryDirectory());
  const service = await startService({ DATA_DIR: directory, AWS_REGION: region });
  cleanup.defer(() => service.stop('SIGKILL'));
  const held = cleanup.move();
  onTestFinished(() => held.disposeAsync());

  const stack = z.parse(stackFile, JSON.parse(await readFile(join(directory, localStackFile), 'utf8')));
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = stack.credentials;
  const account = { region, credentials: { accessKeyId, secretAccessKey } };
  const table = DynamoDBDocument.from(new DynamoDBClient({ ...account, endpoint: stack.dynamodb }));
  const s3 = new S3({ ...account, ...(stack.s3 && { endpoint: stack.s3 }), forcePathStyle: true });
  const TableName = stack.table_name;
  const Bucket = stack.outputs.BucketName;
  return {
    service,
    admin: async (...argv: string[]) => {
      const env = { ...process.env, DATA_DIR: directory, AWS_REGION: region };
      return (await promisify(execFile)(process.execPath, ['infra/admin/main.ts', ...argv], { env })).stdout;
    },
    items: async () => (await table.scan({ TableName, ConsistentRead: true })).Items ?? [],
    put: (Item: Record<string, unknown>) => table.put({ TableName, Item }),
    files: async () => {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: payloads });
      return Promise.all(
        Contents.map(async ({ Key }) => {
          const { Body } = await s3.getObject({ Bucket, Key });
          return { Key, Body: (await Body?.transformToByteArray()) ?? new Uint8Array() };
        }),
      );
    },
    putFile: (file: { readonly Key: string | undefined; readonly Body: Uint8Array }) =>
      s3.putObject({ Bucket, ...file }),
  };
}

test('a stage in another region continues with copies of the table and the files', async () => {
  const gone = await stageIn('us-east-1');
  const call = clientOf(gone.service.credentials);
  const form = uploadForm({ title: 'Master agreement' }, await makePdf());
  const { id: document_id } = (await call.createDocument({ form })).body;
  const json = { url: 'https://localhost:9/nobody', events: ['*'] };
  const { body: endpoint } = await call.registerWebhook({ json });
  const before = await eventually(
    async () => (await call.getDocument({ path: { document_id } })).body,
    ({ processing_status }) => processing_status === 'ready',
  );
  const [items, files] = [await gone.items(), await gone.files()];
  await gone.service.stop('SIGKILL');

  const stage = await stageIn('eu-west-1');
  for (const item of items) await stage.put(item);
  for (const file of files) await stage.putFile(file);

  expect(await stage.admin('restore', 'check', '--deep')).toMatch(/^No differences/);
  const issued = await stage.admin('keys', 'issue', gone.service.credentials.user_ids.owner, '--json');
  const { api_key } = z.parse(z.looseObject({ api_key: z.string() }), JSON.parse(issued));
  const { base_url } = stage.service.credentials;
  const get = (path: string) =>
    fetch(new URL(path, base_url), { headers: { authorization: `Bearer ${api_key}` } });
  const { service_url: _old, ...document } = before;
  expect(await (await get(`/v1/documents/${document_id}`)).json()).toMatchObject(document);
  const rotated = JSON.parse(
    await stage.admin('webhooks', 'rotate-secret', endpoint.id, '--now', '--yes', '--json'),
  );
  expect(rotated).toMatchObject({ id: endpoint.id, secret: expect.stringMatching(/^whsec_/) });
});
