import { type App, CfnDeletionPolicy, CfnResource, RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageSettings } from '../stage/settings.ts';

/**
 * Returns the removal policy of stores. With `retainData`, stores stay when the stack is deleted. If the first creation of the stack fails,
 * the empty stores are removed, so that the next attempt can create new ones.
 */
export const retentionOf = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * Returns the removal policy of stores with deletion protection. After a failed first creation, these stores stay too, because
 * CloudFormation cannot delete them and would stop half way.
 */
export const retentionOfProtected = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

/** The types of resources that keep data, and their names in a sentence. */
const dataTypes: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'table',
  'AWS::S3::Bucket': 'bucket',
  'AWS::KMS::Key': 'KMS key',
  'AWS::Cognito::UserPool': 'user pool',
  'AWS::Logs::LogGroup': 'log group',
};

/**
 * Returns a sentence with everything that keeps data and that `cdk destroy` deletes with the stack; null if the stack keeps its data.
 * `app` has been synthesized.
 */
export function lostWithStack(app: App): string | null {
  const lost = Map.groupBy(
    app.node.findAll().filter(CfnResource.isCfnResource).filter(isDeletedWithStack),
    ({ cfnResourceType }) => dataTypes[cfnResourceType] ?? cfnResourceType,
  );
  if (lost.size === 0) return null;
  const kinds = [...lost].map(([kind, { length }]) => `${length} ${kind}${length === 1 ? '' : 's'}`);
  const names = [...lost.values()]
    .flat()
    .filter(({ cfnResourceType }) => cfnResourceType !== 'AWS::Logs::LogGroup')
    .map(({ node }) => node.path.split('/').slice(1, -1).join('/'));
  return `After this deployment, npx cdk destroy deletes the data of the stage: ${kinds.join(', ')} (${names.join(', ')}, and the logs).`;
}

const isDeletedWithStack = ({ cfnResourceType, cfnOptions }: CfnResource): boolean =>
  Object.hasOwn(dataTypes, cfnResourceType) && cfnOptions.deletionPolicy === CfnDeletionPolicy.DELETE;
