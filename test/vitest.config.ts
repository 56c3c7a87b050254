import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noJudge } from 'assembly-host/judge/dynoxide';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { singleThreadedCollector } from './support/runner/collector.ts';
import { failedFilesReporter } from './support/runner/failedFiles.ts';
import { ProjectSequencer } from './support/runner/projectSequencer.ts';
import { seedReporter, seedRun } from './support/runner/seed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// Code that every process loads is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
const seed = seedRun();

/** A project. By default, it has the files of the folder of its name. */
const project = (
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
});

/** Files that leave state in modules or in the environment. The other files of a worker share their modules. */
const stateful = { setupFiles: ['test/support/runner/freshModules.ts'] };
/** Files that share the stage of their worker. */
const sharingStage = {
  globalSetup: ['test/support/runner/temporaryFolder.ts'],
  env: { SHARES_STAGE: 'true' },
};
const withService = {
  globalSetup: ['test/support/service.ts'],
  setupFiles: ['test/support/runner/endPolicies.ts'],
};

const withoutServers = {
  setupFiles: ['test/support/runner/ownEnvironment.ts'],
  maxWorkers: '100%',
  sequence: { groupOrder: 0 },
};

const withoutLag = { READ_LAG_MILLISECONDS: '0' };

/** Suites that depend on conditions, transactions or indexes of the table, and use only their stores. */
const judgedSuites = [
  'test/integration/{data,idempotency,quotas}/**/*.test.ts',
  'test/integration/authorizer/{apiKeys,keyUses,rateBounds,rateWindows,roles,sessions}.test.ts',
  'test/integration/signIn/{identities,stored}.test.ts',
];

/**
 * Files that load the code anew: the SDK's clients read other addresses, helpers keep a stage in a module, or a cold start checks the
 * variables of all modules.
 */
const ownModules = [
  'test/integration/{activity/acts,events/emitted}.test.ts',
  'test/integration/aws/*.test.ts',
  'test/integration/http/crossOrigin.test.ts',
  'test/integration/search/localEngine.test.ts',
  'test/integration/signIn/{clientSecret,identityProvider}.test.ts',
  'test/integration/webhooks/{connections,environment,post}.test.ts',
  'test/unit/{release,http/{operation,permissions,success},pages/links,signIn/userPool}.test.ts',
];
/** Tests in the folder of the bench that measure nothing. */
const notMeasured = ['test/bench/month.test.ts'];
/** The templates by cfn-lint, which takes longer than all other tests of them. */
const lint = ['test/infra/lint.test.ts'];
/** Tests of pages in the stage of the process, which need no service in another process. */
const pagesOfStage = ['test/browser/{consoleLimits,processing}.test.ts'];
/** Tests of how pages look: at each width, printed, in each language and by the rules of axe. */
const looks = ['test/browser/{looks,reference}.test.ts'];

export default defineConfig({
  root,
  test: {
    // More than the cores, because many tests wait: for the time limit of a store or a receiver, or for the service. With 8 processes on two
    // cores, the same tests need a fifth more processor time than with 4.
    maxWorkers: 2 * availableParallelism(),
    isolate: false,
    // With more processes than cores, a collector that shares its work among threads takes a quarter more processor time.
    execArgv: [singleThreadedCollector],
    sequence: { sequencer: ProjectSequencer, seed, groupOrder: 1 },
    // Longer than `eventually` waits.
    testTimeout: 300_000,
    // The first stage on a machine is synthesized, which takes a minute on a busy machine.
    hookTimeout: 180_000,
    env: { LOG_LEVEL: 'SILENT' },
    reporters: ['default', seedReporter, failedFilesReporter],
    setupFiles: process.env.USED_GRANTS_FILE === undefined ? [] : ['test/grants/markFiles.ts'],
    // `suites/projects.ts` divides these projects into two suites. The fewer projects, the fewer processes: a process runs files of one project
    // only.
    projects: [
      // Without servers and stores. These two run before all others, with a process for each core, because they never wait.
      // Functions by themselves.
      project('unit', {
        ...withoutServers,
        include: ['test/unit/**/*.test.ts', ...notMeasured],
        exclude: ownModules,
      }),
      // The template of the CDK. The files of a process share the templates that they synthesize, and keep them. Files of `unit` in such a
      // process would take three times the processor time, because the collector visits all of these templates.
      project('infra', { ...withoutServers, exclude: lint }),
      // The host of a template on one machine. `npm test -w infra/host` runs the same tests.
      project('host', { include: ['infra/host/test/**/*.test.ts'] }),
      // Generated requests and forms.
      project('fuzz', { env: withoutLag }),
      // Killed and restarted processes.
      project('processes', { ...sharingStage, include: ['test/faults/processes/*.test.ts'] }),
      // Services with broken parts, whose alarms fire.
      project('alarms', { ...stateful, include: ['test/faults/alarms/*.test.ts'] }),
      // Clients and commands with modules of their own.
      project('integration', { ...stateful, include: ownModules }),
      // Requests, the operators' command line, deliveries and faults, in a stage that the files of a worker share.
      project('stage', {
        ...sharingStage,
        include: ['test/{acts,integration,webhooks}/**/*.test.ts', 'test/faults/*.test.ts', ...pagesOfStage],
        exclude: ownModules,
      }),
      // Over HTTP only, against the local service or a deployed stage, and pages in Chromium.
      project('conformance', {
        ...withService,
        include: ['test/{conformance,browser}/**/*.test.ts'],
        exclude: [...pagesOfStage, ...looks],
      }),
      project('looks', { ...withService, include: looks }),
      // The most important flows of pages, in another browser.
      project('firefox', {
        ...withService,
        include: ['test/browser/{flows,consoleUploads,viewer}.test.ts'],
        env: { BROWSER: 'firefox' },
      }),
      // Clients: the one that is packed here, and one that is generated from the OpenAPI document.
      project('client', withService),
      // The stored data of earlier releases, and the templates of this one.
      project('releases', { ...stateful, include: ['test/releases/**/*.test.ts', ...lint] }),
      // The suites that use the table, again with another DynamoDB.
      project('judge', {
        ...sharingStage,
        include: noJudge ? [] : judgedSuites,
        // Both stores must see the same state.
        env: { ...sharingStage.env, JUDGED: 'true', ...withoutLag },
      }),
      // The stage of one file has other limits, as variables of its process.
      project('limits', { env: withoutLag, setupFiles: ['test/support/runner/ownEnvironment.ts'] }),
      // The search engine of deployed stages.
      project('search', { env: withoutLag }),
      // Two tests at a time, because each hosts a service of its own.
      project('bench', {
        exclude: notMeasured,
        maxConcurrency: 2,
        env: withoutLag,
      }),
    ],
  },
});
