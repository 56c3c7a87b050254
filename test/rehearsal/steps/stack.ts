import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { accountId, region } from '../account.ts';
import { readFirst } from '../client.ts';
import { startEmulator } from '../emulator.ts';
import { startFront } from '../front.ts';
import { needed, type Rehearsal, stackName, tested } from '../rehearsal.ts';

export async function start(rehearsal: Rehearsal): Promise<string> {
  rehearsal.running.push(await startEmulator(rehearsal), await startFront(rehearsal.tls));
  return 'IAM is enforced';
}

export async function bootstrap({ cdk }: Rehearsal): Promise<string> {
  await cdk('bootstrap', `aws://${accountId}/${region}`);
  return `${accountId}, ${region}`;
}

/** Deploys as a reader of infra/README.md would, without settings. */
export async function deploy(rehearsal: Rehearsal): Promise<string> {
  await rehearsal.deploy(await rehearsal.synthesize('defaults'));
  return rehearsal.output('ApiUrl');
}

/** Deploys new settings. Expects that the data is still there, and that the settings apply. */
export async function update(rehearsal: Rehearsal): Promise<string> {
  const before = await readFirst(rehearsal);
  await rehearsal.deploy(await rehearsal.synthesize('tested', tested));
  const after = await readFirst(rehearsal);
  if (after !== Number(tested.rateLimitRequests))
    throw new Error(`The stage allows ${after} requests a minute after the update, and ${before} before`);
  return `${before} requests a minute became ${after}`;
}

const template = z.looseObject({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

const functionsAreIn = new Set(['AWS::Lambda::Function', 'AWS::CloudFormation::Stack']);

/**
 * Deploys an update. The update changes the authorizer, and then waits for a signal that nobody sends. CloudFormation must roll back the
 * changes, and the stage must serve as before.
 */
export async function breakUpdate(rehearsal: Rehearsal): Promise<string> {
  const before = await readFirst(rehearsal);
  const assembly = await rehearsal.synthesize('broken', { ...tested, rateLimitRequests: '5000' });
  const path = join(assembly, `${stackName}.template.json`);
  const { Resources, ...rest } = z.parse(template, JSON.parse(await readFile(path, 'utf8')));
  const waiting = {
    Signal: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
    NobodySignals: {
      Type: 'AWS::CloudFormation::WaitCondition',
      DependsOn: Object.keys(Resources).filter((id) => functionsAreIn.has(Resources[id]?.Type ?? '')),
      Properties: { Handle: { Ref: 'Signal' }, Timeout: '1', Count: 1 },
    },
  };
  await writeFile(path, JSON.stringify({ ...rest, Resources: { ...Resources, ...waiting } }));

  const failed = await rehearsal.deploy(assembly).then(
    () => false,
    () => true,
  );
  const stack = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: stackName }));
  const status = stack.Stacks?.[0]?.StackStatus;
  if (!failed || status !== 'UPDATE_ROLLBACK_COMPLETE') throw new Error(`The stack is ${status}`);
  const after = await readFirst(rehearsal);
  if (after !== before) throw new Error(`The stage allows ${after} requests a minute, and ${before} before`);
  return `${status}, and the stage serves as before`;
}

/** Follows infra/README.md: empties the bucket first, then deletes the stack, then the keys that operators issued. */
export async function destroy(rehearsal: Rehearsal): Promise<string> {
  const objects = await empty(await rehearsal.output('BucketName'));
  await rehearsal.cdk('destroy', '--app', needed(rehearsal.deployed, 'deployed assembly'), '--force');
  const isGone = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .then(
      () => false,
      ({ name }: Error) => name === 'ValidationError',
    );
  if (!isGone) throw new Error('The stack is still there');
  await rehearsal.admin('stage', 'clean-up', '--yes');
  const { items = [] } = await new APIGatewayClient().send(new GetApiKeysCommand());
  if (items.length > 0) throw new Error(`${items.length} keys of API Gateway are left`);
  return `with ${objects} versions of files; nothing is left`;
}

/** Deletes all versions of all files. Resolves with the number of deleted versions. */
async function empty(Bucket: string): Promise<number> {
  const s3 = new S3Client();
  let deleted = 0;
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return deleted;
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    deleted += Objects.length;
  }
}
