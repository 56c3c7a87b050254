import { RemovalPolicy } from 'aws-cdk-lib/core';
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
