import { queueNames, storeOutputs } from '../../shared/runtime/stores.ts';
import { accountId, region } from './account.ts';
import { type Rehearsal, stackName } from './rehearsal.ts';

const allow = (Action: readonly string[], ...Resource: string[]) => ({ Effect: 'Allow', Action, Resource });
const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`;

/** A copy of the stage's table from an earlier time, from which operators restore documents. */
export const earlierTable = 'documents-before';

/**
 * Returns a policy with the permissions that the operator's command line needs: every row of the table in
 * infra/docs/operatorPermissions.md.
 */
export async function operatorPolicy(rehearsal: Rehearsal): Promise<object> {
  const table = arn('dynamodb', `table/${await rehearsal.output('TableName')}`);
  const bucket = `arn:aws:s3:::${await rehearsal.output('BucketName')}`;
  const heads = `arn:aws:s3:::${await rehearsal.output('AuditBucketName')}`;
  const ownResources = `arn:aws:apigateway:${region}::`;
  const queueArns = await Promise.all(
    queueNames.map(async (name) =>
      arn('sqs', (await rehearsal.output(storeOutputs[`${name}QueueUrl`])).split('/').at(-1) ?? ''),
    ),
  );
  const items = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'];
  const redrive = ['StartMessageMoveTask', 'ListMessageMoveTasks', 'ReceiveMessage', 'DeleteMessage'];
  return {
    Version: '2012-10-17',
    Statement: [
      allow(['cloudformation:DescribeStacks'], arn('cloudformation', `stack/${stackName}/*`)),
      allow(
        items.map((action) => `dynamodb:${action}`),
        table,
        `${table}/index/list`,
        `${table}/index/filter`,
      ),
      allow(['dynamodb:Scan', 'dynamodb:BatchWriteItem'], table),
      allow(['dynamodb:Query'], arn('dynamodb', `table/${earlierTable}`)),
      allow(['s3:ListBucket', 's3:ListBucketVersions'], bucket),
      allow(
        ['GetObject', 'GetObjectVersion', 'PutObject', 'DeleteObject'].map((action) => `s3:${action}`),
        `${bucket}/*`,
      ),
      allow(['apigateway:POST'], `${ownResources}/apikeys`, `${ownResources}/usageplans/*/keys`),
      allow(['apigateway:GET'], `${ownResources}/apikeys`),
      allow(['apigateway:DELETE'], `${ownResources}/apikeys/*`),
      allow(['apigateway:PUT'], `${ownResources}/tags/*`),
      allow(['cloudwatch:DescribeAlarms', 'lambda:GetAccountSettings', 'ses:GetAccount'], '*'),
      allow(['sns:ListSubscriptionsByTopic'], arn('sns', `${stackName}-*`)),
      allow(['ses:DeleteSuppressedDestination'], '*'),
      allow(['kms:Encrypt'], await rehearsal.output('WebhookKeyArn')),
      allow(['kms:GetPublicKey'], await rehearsal.output('AuditKeyArn')),
      allow(['s3:ListBucket'], heads),
      allow(['s3:GetObject'], `${heads}/*`),
      allow(['sqs:SendMessage', 'sqs:GetQueueAttributes'], ...queueArns),
      allow(
        ['sqs:GetQueueAttributes', ...redrive.map((action) => `sqs:${action}`)],
        arn('sqs', `${stackName}-*DeadLetters*`),
        // CloudFormation shortens the names of queues in nested stacks, so these names may lack `DeadLetters`.
        arn('sqs', `${stackName}-Mail-*`),
        arn('sqs', `${stackName}-Search-*`),
      ),
    ],
  };
}
