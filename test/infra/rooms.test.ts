import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths of folders or files in `shared`. */
const inShared = (names: string): string[] => names.split(' ').map((name) => `shared/${name}`);

/** Folders or files, and the folders or files that each may import. `shared` is the whole folder. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/contract/words': ['shared/contract', 'shared/text'],
  'shared/client': ['shared/contract'],
  'shared/console': ['shared/client', 'shared/contract', 'shared/words/types.ts'],
  'shared/viewer': ['shared/search/places.ts', 'shared/search/sought.ts'],
  'shared/text': [],
  'shared/words': ['shared/contract', 'shared/text'],
  'shared/runtime': ['shared/contract/release.ts'],
  'shared/aws': ['shared/runtime/memory.ts'],
  'shared/audit': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/text'],
  'shared/data': [
    ...inShared('audit aws contract text runtime policies/allowedReaders.ts policies/retention.ts'),
    ...inShared('policies/storedRules.ts'),
  ],
  'shared/files': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/policies/decide.ts'],
  'shared/policies': ['shared/contract', 'shared/text', 'shared/words'],
  'shared/search': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/text'],
  'shared/queues': ['shared/aws', 'shared/contract', 'shared/data/table/format.ts', 'shared/runtime'],
  'shared/pdf': ['shared/contract', 'shared/text'],
  'shared/presentation': inShared('contract data pdf/entryPage/content.ts policies runtime text words'),
  'shared/events': inShared('contract data runtime presentation queues'),
  'shared/webhooks': inShared('aws contract data runtime events presentation queues'),
  'shared/acts': [
    ...inShared('credentials text contract data events mail policies presentation queues'),
    ...inShared('reading/rooms/granted.ts reading/rooms/seen.ts reading/rooms/walk.ts runtime'),
    ...inShared('search/collections.ts webhooks'),
  ],
  'shared/credentials': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/text'],
  'shared/access': ['shared/contract', 'shared/data', 'shared/policies', 'shared/runtime', 'shared/text'],
  'shared/http': [
    ...inShared('access contract credentials data/callers/answers.ts data/documents/uploads.ts'),
    ...inShared('data/table/commit.ts data/table/conflict.ts data/table/ids.ts files pdf/looksLikePdf.ts'),
    ...inShared('presentation runtime text'),
  ],
  'shared/openapi': ['shared/contract'],
  'shared/mail': inShared('access contract credentials data presentation runtime text words'),
  'shared/reading': [
    ...inShared('access contract data events files mail/prepareMail.ts policies queues runtime search text'),
    ...inShared('words'),
  ],
  'shared/pages': [
    ...inShared('access client console/words credentials contract data runtime events files http'),
    ...inShared('mail/prepareMail.ts presentation reading openapi/model.ts pdf/copies/kinds.ts pdf/pictures'),
    ...inShared('pdf/typography/languages.ts pdf/watermark policies queues search/collections.ts'),
    ...inShared('search/query.ts search/sought.ts text words'),
  ],
  'shared/signIn': [
    ...inShared('access acts credentials contract data text runtime events http presentation pages policies'),
    ...inShared('reading words'),
  ],
  'functions/api': ['shared'],
  'functions/pages': ['shared'],
  'functions/userPool': ['shared'],
  'functions/workers': ['shared'],
  'functions/authorizer.ts': ['shared', 'functions/authorizer'],
  'functions/authorizer': ['shared'],
  'infra/host': [],
  'infra/local': ['shared', 'infra'],
  'infra/admin': [
    'shared',
    'infra/stage/stackName.ts',
    'infra/stage/releaseName.ts',
    'infra/stage/retainedData.ts',
    'infra/local',
    ...inShared(''),
  ],
  infra: [
    ...inShared('contract data/table/table.ts runtime files/prefixes.ts http/bothFormats.ts'),
    ...inShared('pages/console/files.ts pages/viewer/files.ts pages/tokens.ts pdf/typography pdf/wasm.ts'),
    ...inShared('search/entries.ts signIn/trustworthy.ts text/emailAddress.ts credentials/secretContext.ts'),
  ],
  test: ['shared', 'functions', 'infra'],
};

/** Packages that use AWS or decide a format, and the only files and folders that may import them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-dynamodb': ['shared/aws', 'shared/data'],
  '@aws-sdk/lib-dynamodb': ['shared/aws', 'shared/data'],
  '@aws-sdk/client-s3': ['shared/aws', 'shared/files'],
  '@aws-sdk/s3-request-presigner': ['shared/aws'],
  '@aws-sdk/client-sqs': ['shared/aws', 'infra/admin/stage/stageQueue.ts'],
  '@aws-sdk/client-kms': ['shared/aws'],
  '@aws-sdk/client-sesv2': ['shared/mail/ses.ts', 'infra/admin/mail', 'infra/admin/stage/accountChecks.ts'],
  '@aws-sdk/client-cognito-identity-provider': ['shared/signIn/userPool.ts'],
  '@aws-sdk/client-ssm': ['shared/signIn/clientSecret.ts'],
  'openid-client': ['shared/signIn', 'functions/pages/signIn.ts'],
  'aws-cdk-lib': ['infra'],
  'assembly-host': ['infra/local', 'infra/admin/export/folder.ts'],
  busboy: ['shared/http/multipart.ts'],
  'pdf-lib': ['shared/pdf'],
  preact: ['shared/console'],
  'preact-iso': ['shared/console'],
  '@preact/signals': ['shared/console'],
};

/** Names that other rooms may not import, although modules of the room export them. */
const names: Readonly<Record<string, readonly string[]>> = {
  transact: ['shared/events/commitChange.ts'],
  createActivity: ['shared/events/commitChange.ts'],
  createEvent: ['shared/events/publisher.ts', 'shared/acts/sendTest.ts'],
  dynamo: ['shared/data'],
  s3: ['shared/files'],
  putObject: ['shared/files'],
  getObject: ['shared/files'],
  copyObject: ['shared/files'],
  deleteObject: ['shared/files'],
  sqs: ['shared/queues'],
  kms: ['shared/credentials/secrets.ts', 'shared/audit/signature.ts'],
};

interface Import {
  readonly from: string;
  /** A path in the repository, or a package. */
  readonly to: string;
  readonly names: readonly string[];
}

const statement = /^(?:import|export)\b([^;']*?)\bfrom '([^']+)'|\bimport(?:\(| )'([^']+)'/gm;

function importsOf(file: string): Import[] {
  const source = readFileSync(join(repository, file), 'utf8');
  return [...source.matchAll(statement)].map(([, clause = '', specifier, dynamic]) => {
    const target = specifier ?? dynamic ?? '';
    const isOurs = target.startsWith('.');
    return {
      from: file,
      to: isOurs ? normalize(join(dirname(file), target)) : target,
      names: (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*$/, ''),
        )
        .filter((name) => name !== ''),
    };
  });
}

const files = globSync('{shared,functions,infra,test}/**/*.{ts,tsx}', { cwd: repository }).sort();
const imports = files.flatMap(importsOf);
const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const testFolders = ['test', 'infra/host/test'];
const product = imports.filter(({ from }) => !testFolders.some((folder) => isWithin(from, folder)));
const roomOf = (file: string) =>
  Object.keys(rooms)
    .filter((room) => isWithin(file, room))
    .sort((a, b) => b.length - a.length)[0];
const report = ({ from, to }: Import) => `${from} imports ${to}`;

test('every file is in a room', () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test('rooms import only from allowed rooms', () => {
  const ours = imports.filter(({ to }) => files.includes(to));
  const strangers = ours.filter(({ from, to }) => {
    const room = roomOf(from) ?? '';
    const isOwn = roomOf(to) === room || (room !== 'infra' && isWithin(to, room));
    return !isOwn && !rooms[room]?.some((place) => isWithin(to, place));
  });

  expect(strangers.map(report)).toEqual([]);
});

test('no import between rooms points back: rooms have an order', () => {
  const between = product.flatMap(({ from, to }) => {
    const [above, below] = [roomOf(from), files.includes(to) ? roomOf(to) : undefined];
    return above && below && above !== below ? [[above, below] as const] : [];
  });
  const next = Map.groupBy(between, ([above]) => above);
  const reachable = (room: string, found = new Set<string>()): Set<string> => {
    for (const [, below] of next.get(room) ?? []) if (!found.has(below)) reachable(below, found.add(below));
    return found;
  };

  expect([...next.keys()].filter((room) => reachable(room).has(room))).toEqual([]);
});

test('handlers of operations import nothing of pages', () => {
  const strangers = imports.filter(
    ({ from, to }) => isWithin(from, 'functions/api') && isWithin(to, 'shared/pages'),
  );

  expect(strangers.map(report)).toEqual([]);
});

describe('only their rooms import', () => {
  test.for(Object.entries(packages))('%s', ([name, places]) => {
    const users = product.filter(({ to }) => to === name || to.startsWith(`${name}/`));

    expect(users).not.toEqual([]);
    expect(users.filter(({ from }) => !places.some((place) => isWithin(from, place))).map(report)).toEqual(
      [],
    );
  });

  test.for(Object.entries(names))('the name %s', ([name, places]) => {
    const users = product.filter((one) => one.names.includes(name) && one.to.startsWith('shared/'));

    expect(users).not.toEqual([]);
    expect(users.filter(({ from }) => !places.some((place) => isWithin(from, place))).map(report)).toEqual(
      [],
    );
  });
});

test('only their room uses keys, queries and the client of the table', () => {
  const inside = ['shared/data/keys', 'shared/data/table/client.ts', 'shared/data/table/read.ts'];
  const curious = product.filter(
    ({ from, to }) => !isWithin(from, 'shared/data') && inside.some((place) => isWithin(to, place)),
  );

  expect(curious.map(report)).toEqual([]);
});

test('parts of packages of the AWS SDK are imported in one place', () => {
  const isPart = ({ to }: Import) => /^@(aws-sdk|smithy)\/[^/]+\//.test(to);
  // The package of the host stands by itself.
  const users = imports.filter(isPart).map(({ from }) => from);
  const outside = users.filter((file) => !isWithin(file, 'infra/host'));

  expect([...new Set(outside)]).toEqual(['shared/aws/sdk.ts']);
});

test('functions that commit are imported by name, so that the rules above apply', () => {
  const committing = ['shared/data/table/commit.ts', 'shared/data/webhooks/events.ts'];
  const whole = product.filter(({ to, names: named }) => committing.includes(to) && named.length === 0);

  expect(whole.map(report)).toEqual([]);
});

test('the host is a package: others import what it exports, by its name', () => {
  const inside = files.filter((file) => isWithin(file, 'infra/host'));
  const byPath = imports.filter(({ from, to }) => inside.includes(to) && !inside.includes(from));

  expect(byPath.map(report)).toEqual([]);
});

test('tests import helpers only from their own folder or `test/support`', () => {
  const folderOf = (file: string) => /^test\/(\w+)\//.exec(file)?.[1];
  // Other folders test these files, so they may import them.
  const tested = [
    'test/conformance/sections.ts',
    'test/documentation',
    'test/grants',
    'test/suites',
    'test/vitest.config.ts',
  ];
  const strangers = imports.filter(({ from, to }) => {
    const isOwn = folderOf(from) === undefined || [folderOf(from), 'support'].includes(folderOf(to));
    return files.includes(to) && to.startsWith('test/') && !isOwn && !tested.some((one) => isWithin(to, one));
  });

  expect(strangers.map(report)).toEqual([]);
});

test('no import cycles exist, types included', () => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of next.get(file) ?? []) if (files.includes(to)) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);

  expect(cycles).toEqual([]);
});
