import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageSettings } from '../stage/settings.ts';

/**
 * Returns the removal policy of stores when the stack is deleted. If the first creation of the stack fails, its empty stores are
 * removed; the next attempt creates new ones.
 */
export const retentionOf = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Returns the same for resources with deletion protection: CloudFormation could not delete them and would stop half way. */
export const retentionOfProtected = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
