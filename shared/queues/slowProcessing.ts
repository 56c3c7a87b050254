import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { type Announced, announce } from './processing.ts';

const queueUrl = environment('slowProcessingQueueUrl');

/** Sends a version to the workers for slow files, after `delaySeconds`. Never throws, because the sweep sends a lost message again. */
export const announceSlowVersion = (version: Announced, tenant: Tenant, delaySeconds = 0): Promise<void> =>
  announce(queueUrl(), version, tenant, { is_slow: true }, delaySeconds);
