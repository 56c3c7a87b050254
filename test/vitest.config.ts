import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { noJudge } from './support/judge/dynoxide.ts';
import { failedFilesReporter } from './support/runner/failedFiles.ts';
import { MixingSequencer } from './support/runner/mixingSequencer.ts';
import { seedReporter, seedRun } from './support/runner/seed.ts';
import { minutesReporter } from './support/runner/suiteMinutes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// What every process of a run loads is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
const seed = seedRun();

/** Tests of one kind, in the folder of its name. */
const project = (
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
});

/** Nothing races here. What generated values have found must not pass with others. */
const atOnce = { retry: 0 };
/** Files that share their modules: nothing of what one does is left for the next. */
const stateless = { isolate: false };
/** Files that share the stage of their worker. */
const sharingStage = {
  ...stateless,
  globalSetup: ['test/support/runner/temporaryFolder.ts'],
  env: { SHARES_STAGE: 'true' },
};
const withService = { globalSetup: ['test/support/service.ts'] };

const withoutLag = { READ_LAG_MILLISECONDS: '0' };

/** Suites that depend on conditions, transactions or indexes of the table, and ask only their stores. */
const judgedSuites = [
  'test/integration/{data,idempotency,quotas}/**/*.test.ts',
  'test/integration/authorizer/{apiKeys,disabled,keyUses,rateBounds,rateWindows,roles,sessions,shedding}.test.ts',
  'test/integration/signIn/{identities,stored}.test.ts',
];

/**
 * Files whose tests share a stage with the other files that a worker of the runner takes, and therefore all modules. A file that sets the
 * clock is not among them: ids of a process never get an earlier time again.
 */
const sharing = globSync('test/{integration,webhooks}/**/*.test.ts', { cwd: root }).filter((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return /\bshared[A-Z]\w*Stage\(|\boperator\(/.test(source) && !/\bvi\.(useFake|setSystem)/.test(source);
});
/** Files that measure a service with more requests or deliveries at once than other tests would leave time for. */
const needMachine = ['test/limits/**/*.test.ts', 'test/faults/webhookRestart.test.ts'];
const isAdmin = (file: string) => file.startsWith('test/integration/admin/');
const within = (folder: string) => sharing.filter((file) => file.startsWith(`test/${folder}/`));

export default defineConfig({
  root,
  test: {
    // More than two cores: many tests wait, for the time that a store or a receiver is given or for the service's process.
    maxWorkers: 4,
    sequence: { sequencer: MixingSequencer, seed },
    testTimeout: 120_000,
    // The first stage on a machine is assembled, which takes a minute where much else runs.
    hookTimeout: 180_000,
    env: { LOG_LEVEL: 'SILENT' },
    reporters: ['default', seedReporter, minutesReporter(), failedFilesReporter],
    setupFiles: process.env.USED_GRANTS_FILE === undefined ? [] : ['test/grants/markFiles.ts'],
    projects: [
      // No server and no store.
      project('unit', atOnce),
      // The template that the CDK makes, and the bundles.
      project('infra', { ...stateless, ...atOnce }),
      // One part of the service at a time, in this process, with the servers and stores that it needs: in a process of each file, in a
      // stage that the files of a worker share, and by the operator's command line.
      project('integration', { exclude: sharing }),
      project('stage', { ...sharingStage, include: within('integration').filter((file) => !isAdmin(file)) }),
      project('admin', { ...sharingStage, include: within('integration/admin') }),
      // What hosts the template on one machine.
      project('host', { env: withoutLag }),
      // Over HTTP only, against the local service or a deployed stage.
      project('conformance', { ...stateless, ...withService }),
      // Generated requests and forms, against a host of their own.
      project('fuzz', { ...atOnce, env: withoutLag }),
      project('browser', withService),
      // Clients that people have: the one that is packed here, and one that others make of the OpenAPI document.
      project('client', withService),
      // Deliveries in this process, by a clock that the tests set.
      project('webhooks', { exclude: sharing }),
      // The same in a stage that the files of a worker share.
      project('deliveries', { ...sharingStage, include: within('webhooks') }),
      // Stores, workers and services that fail in the middle of something.
      project('faults', { exclude: needMachine }),
      // What earlier releases have stored.
      project('releases'),
      // What exercises the table once more, answered by a DynamoDB that others have written.
      project('judge', {
        include: ['test/judge/**/*.test.ts', ...(noJudge ? [] : judgedSuites)],
        // Both have to see the same state.
        env: { JUDGED: 'true', ...withoutLag },
      }),
      // After all others: a thousand requests or deliveries at once leave nothing for anyone else.
      project('limits', { include: needMachine, env: withoutLag, sequence: { groupOrder: 1 } }),
      // Two sections at a time, and nothing else: each hosts a service of its own.
      project('bench', {
        sequence: { groupOrder: 2 },
        maxConcurrency: 2,
        testTimeout: 300_000,
        env: withoutLag,
      }),
    ],
  },
});
