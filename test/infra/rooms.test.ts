import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

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
    'shared/audit',
    'shared/aws',
    'shared/contract',
    'shared/text',
    'shared/runtime',
    'shared/policies/allowedReaders.ts',
    'shared/policies/retention.ts',
    'shared/policies/storedRules.ts',
  ],
  'shared/files': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/policies/decide.ts'],
  'shared/policies': ['shared/contract', 'shared/text', 'shared/words'],
  'shared/search': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/text'],
  'shared/queues': ['shared/aws', 'shared/contract', 'shared/data/table/format.ts', 'shared/runtime'],
  'shared/pdf': ['shared/contract', 'shared/text'],
  'shared/presentation': [
    'shared/contract',
    'shared/data',
    'shared/pdf/entryPage/content.ts',
    'shared/policies',
    'shared/runtime',
    'shared/text',
    'shared/words',
  ],
  'shared/events': [
    'shared/contract',
    'shared/data',
    'shared/runtime',
    'shared/presentation',
    'shared/queues',
  ],
  'shared/webhooks': [
    'shared/aws',
    'shared/contract',
    'shared/data',
    'shared/runtime',
    'shared/events',
    'shared/presentation',
    'shared/queues',
  ],
  'shared/acts': [
    'shared/credentials',
    'shared/text',
    'shared/contract',
    'shared/data',
    'shared/events',
    'shared/mail',
    'shared/policies',
    'shared/presentation',
    'shared/queues',
    'shared/reading/rooms/granted.ts',
    'shared/reading/rooms/seen.ts',
    'shared/reading/rooms/walk.ts',
    'shared/runtime',
    'shared/search/collections.ts',
    'shared/webhooks',
  ],
  'shared/credentials': ['shared/aws', 'shared/contract', 'shared/runtime', 'shared/text'],
  'shared/access': ['shared/contract', 'shared/data', 'shared/policies', 'shared/runtime', 'shared/text'],
  'shared/http': [
    'shared/access',
    'shared/contract',
    'shared/credentials',
    'shared/data/callers/answers.ts',
    'shared/data/documents/uploads.ts',
    'shared/data/table/commit.ts',
    'shared/data/table/conflict.ts',
    'shared/data/table/ids.ts',
    'shared/files',
    'shared/pdf/looksLikePdf.ts',
    'shared/presentation',
    'shared/runtime',
    'shared/text',
  ],
  'shared/openapi': ['shared/contract'],
  'shared/mail': [
    'shared/access',
    'shared/contract',
    'shared/credentials',
    'shared/data',
    'shared/presentation',
    'shared/runtime',
    'shared/text',
    'shared/words',
  ],
  'shared/reading': [
    'shared/access',
    'shared/contract',
    'shared/data',
    'shared/events',
    'shared/files',
    'shared/mail/prepareMail.ts',
    'shared/policies',
    'shared/queues',
    'shared/runtime',
    'shared/search',
    'shared/text',
    'shared/words',
  ],
  'shared/pages': [
    'shared/access',
    'shared/client',
    'shared/console/words',
    'shared/credentials',
    'shared/contract',
    'shared/data',
    'shared/runtime',
    'shared/events',
    'shared/files',
    'shared/http',
    'shared/mail/prepareMail.ts',
    'shared/presentation',
    'shared/reading',
    'shared/openapi/model.ts',
    'shared/pdf/copies/kinds.ts',
    'shared/pdf/pictures',
    'shared/pdf/typography/languages.ts',
    'shared/pdf/watermark',
    'shared/policies',
    'shared/queues',
    'shared/search/collections.ts',
    'shared/search/query.ts',
    'shared/search/sought.ts',
    'shared/text',
    'shared/words',
  ],
  'shared/signIn': [
    'shared/access',
    'shared/acts',
    'shared/credentials',
    'shared/contract',
    'shared/data',
    'shared/text',
    'shared/runtime',
    'shared/events',
    'shared/http',
    'shared/presentation',
    'shared/pages',
    'shared/policies',
    'shared/reading',
    'shared/words',
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
  ],
  infra: [
    'shared/contract',
    'shared/data/table/table.ts',
    'shared/runtime',
    'shared/files/prefixes.ts',
    'shared/http/bothFormats.ts',
    'shared/pages/console/files.ts',
    'shared/pages/viewer/files.ts',
    'shared/pages/tokens.ts',
    'shared/pdf/typography',
    'shared/pdf/wasm.ts',
    'shared/search/entries.ts',
    'shared/signIn/trustworthy.ts',
    'shared/text/emailAddress.ts',
    'shared/credentials/secretContext.ts',
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
  'assembly-host': ['infra/local'],
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
