/**
 * The projects of the two suites, by the names in `vitest.config.ts`. `npm test` runs all projects of `changeProjects`. `npm run test:release`
 * runs those of `releaseProjects`: all of them, or with `--changed` those that guard a changed path.
 */

/** What every change needs. */
export const changeProjects = ['unit', 'infra', 'integration', 'stage', 'conformance'] as const;

/** Projects that need no runner of tests, with the files of their programs. */
export const programs: Readonly<Record<string, string>> = { clients: 'test/client/generated.ts' };

/** Paths that can change the outcome of any test. A path that ends in `/` is a folder. */
export const guardedByAll = [
  '.ci/run',
  'package-lock.json',
  'package.json',
  'test/fixtures/',
  'test/suites/',
  'test/support/',
  'test/vitest.config.ts',
] as const;

/** The pages that people see, and their tests. */
const pagesAndTests = [
  'functions/pages/',
  'shared/console/',
  'shared/pages/',
  'shared/presentation/',
  'shared/reading/',
  'shared/text/',
  'shared/viewer/',
  'shared/words/',
  'test/browser/',
];

/**
 * The projects that a release needs besides, each with the paths that it guards: a change of these paths can break what only the tests of
 * this project notice. Each folder of the product is guarded by at least one of them.
 */
export const releaseProjects: Readonly<Record<string, readonly string[]>> = {
  host: ['infra/host/'],
  judge: [
    'infra/host/dynamodb/',
    'infra/host/judge/',
    'shared/aws/',
    'shared/data/',
    'test/integration/authorizer/',
    'test/integration/data/',
    'test/integration/idempotency/',
    'test/integration/quotas/',
    'test/integration/signIn/',
  ],
  fuzz: ['functions/api/', 'shared/contract/', 'shared/http/', 'shared/openapi/', 'test/fuzz/'],
  processes: [
    'functions/workers/',
    'infra/admin/',
    'infra/bundling/',
    'infra/host/',
    'infra/local/',
    'shared/aws/',
    'shared/data/',
    'shared/events/',
    'shared/files/',
    'shared/mail/',
    'shared/pdf/',
    'shared/queues/',
    'shared/webhooks/',
    'test/faults/',
  ],
  alarms: [
    'functions/workers/',
    'infra/host/',
    'infra/observability/',
    'infra/resources/',
    'infra/stage/',
    'test/faults/',
  ],
  limits: [
    'functions/authorizer/',
    'infra/api/',
    'infra/host/gateway/',
    'shared/data/',
    'shared/http/',
    'test/limits/',
  ],
  releases: [
    'functions/',
    'infra/api/',
    'infra/app.ts',
    'infra/functions/',
    'infra/release/',
    'infra/resources/',
    'infra/stack.ts',
    'infra/stage/',
    'infra/stages/',
    'infra/synthesize.ts',
    'shared/access/',
    'shared/acts/',
    'shared/audit/',
    'shared/contract/',
    'shared/credentials/',
    'shared/data/',
    'shared/events/',
    'shared/files/',
    'shared/mail/',
    'shared/policies/',
    'shared/queues/',
    'shared/reading/',
    'shared/runtime/',
    'shared/signIn/',
    'shared/text/',
    'shared/webhooks/',
    'test/infra/lint.test.ts',
    'test/releases/',
  ],
  search: ['shared/search/', 'test/search/'],
  client: [
    'README.md',
    'infra/observability/probe.mjs',
    'shared/client/',
    'shared/contract/',
    'shared/guides/',
    'shared/openapi/',
    'shared/pages/guides/',
    'test/client/',
  ],
  clients: ['shared/contract/', 'shared/openapi/', 'test/client/'],
  firefox: pagesAndTests,
  looks: pagesAndTests,
  bench: [
    'infra/admin/',
    'infra/host/',
    'infra/local/',
    'shared/console/',
    'shared/data/',
    'test/bench/',
    'test/integration/admin/',
  ],
};

/** Returns the projects of a release that guard one of the paths, which are relative to the repository. */
export const projectsThatGuard = (paths: readonly string[]): string[] =>
  Object.keys(releaseProjects).filter((name) => paths.some((path) => guards(name, path)));

/** Returns whether a project guards a path. */
export const guards = (name: string, path: string): boolean =>
  isAmong(guardedByAll, path) || isAmong(releaseProjects[name] ?? [], path);

/** Returns whether a path is in a list, or in one of its folders. */
export const isAmong = (guarded: readonly string[], path: string): boolean =>
  guarded.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
