/** The thread that the stack is synthesized in. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { bundle } from '../bundle.ts';
import { readSettings } from '../settings.ts';
import type { AssembleOptions } from './assemble.ts';
import { localStaffDomain } from './people.ts';

const { directory } = workerData as AssembleOptions;
// esbuild works in a process of its own while the CDK is being loaded.
const bundling = bundle({ outdir: join(directory, 'bundles') });
const { synthesize } = await import('../synthesize.ts');

const context: Readonly<Record<string, unknown>> = {
  stage: 'local',
  staffEmailDomains: localStaffDomain,
  rateLimitRequests: process.env.RATE_LIMIT_REQUESTS,
  rateLimitCreates: process.env.RATE_LIMIT_CREATES,
  // A receiver that is being tried out runs on this machine as well.
  webhookAllowPrivateTargets: process.env.WEBHOOK_ALLOW_PRIVATE_TARGETS ?? 'true',
};
const settings = readSettings((name) => context[name]);
const outdir = join(directory, 'cdk.out');
parentPort?.postMessage(synthesize({ settings, bundles: await bundling, outdir }).directory);
