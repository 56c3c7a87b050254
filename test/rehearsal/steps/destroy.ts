import { join } from 'node:path';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { type Rehearsal, stackName } from '../rehearsal.ts';

/** Follows infra/README.md: empties the bucket first, then deletes the stack, then the keys that operators issued. */
export async function destroy(rehearsal: Rehearsal): Promise<string> {
  const objects = await empty(await rehearsal.output('BucketName'));
  await rehearsal.cdk('destroy', '--app', join(rehearsal.folder, 'assemblies', 'tested'), '--force');
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
