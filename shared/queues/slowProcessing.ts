import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { type Announced, announce } from './processing.ts';

const queueUrl = environment('slowProcessingQueueUrl');

/**
 * Leaves a version to the workers for files that take longer than ordinary ones, after `delaySeconds`. Never throws: the due
 * index sends again what is lost.
 */
export const announceSlowVersion = (version: Announced, tenant: Tenant, delaySeconds = 0): Promise<void> =>
  announce(queueUrl(), version, tenant, { is_slow: true }, delaySeconds);
