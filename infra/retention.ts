import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageSettings } from './settings.ts';

/**
 * Returns what becomes of stored things when the stack is deleted. Those of a stack whose first creation fails go with it: there
 * is nothing in them, and the next attempt makes others.
 */
export const retentionOf = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The same for what has a deletion protection of its own: CloudFormation could not delete it, and would stop half way. */
export const retentionOfProtected = ({ retainData }: Pick<StageSettings, 'retainData'>): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
