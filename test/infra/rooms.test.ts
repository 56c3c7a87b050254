import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A folder or a file, and the others that it may import; `shared` stands for all of that folder. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/contract/words': [
    'shared/contract',
    'shared/http/authentication.ts',
    'shared/http/idempotencyKey.ts',
    'shared/policies/ruleKinds.ts',
    'shared/words.ts',
  ],
  'shared/client': ['shared/contract'],
  'shared/emailAddress.ts': [],
  'shared/environment.ts': ['shared/stores.ts'],
  'shared/stores.ts': [],
  'shared/log.ts': [],
  'shared/sha256.ts': [],
  'shared/uuid.ts': ['shared/contract/identifiers.ts'],
  'shared/words.ts': [],
  'shared/lambdaCredentials.ts': [],
  'shared/aws': [],
  'shared/audit': [
    'shared/aws',
    'shared/contract/identifiers.ts',
    'shared/environment.ts',
    'shared/sha256.ts',
  ],
  'shared/data': [
    'shared/audit',
    'shared/aws',
    'shared/contract',
    'shared/emailAddress.ts',
    'shared/environment.ts',
    'shared/log.ts',
    'shared/policies/retention.ts',
    'shared/sha256.ts',
    'shared/uuid.ts',
  ],
  'shared/files': ['shared/aws', 'shared/contract', 'shared/environment.ts', 'shared/policies/decide.ts'],
  'shared/policies': ['shared/contract', 'shared/emailAddress.ts', 'shared/words.ts'],
  'shared/queues': [
    'shared/aws',
    'shared/contract',
    'shared/data/format.ts',
    'shared/environment.ts',
    'shared/log.ts',
  ],
  'shared/pdf': ['shared/contract', 'shared/words.ts'],
  'shared/links.ts': ['shared/contract', 'shared/environment.ts'],
  'shared/present.ts': ['shared/contract', 'shared/data', 'shared/links.ts'],
  'shared/events': ['shared/contract', 'shared/data', 'shared/log.ts', 'shared/present.ts', 'shared/queues'],
  'shared/webhooks': [
    'shared/aws',
    'shared/contract',
    'shared/data',
    'shared/environment.ts',
    'shared/events',
    'shared/present.ts',
    'shared/queues',
  ],
  'shared/acts': [
    'shared/contract',
    'shared/data',
    'shared/events',
    'shared/policies',
    'shared/present.ts',
    'shared/webhooks',
  ],
  'shared/http': [
    'shared/contract',
    'shared/data/answers.ts',
    'shared/data/apiKeys.ts',
    'shared/data/commit.ts',
    'shared/data/conflict.ts',
    'shared/data/ids.ts',
    'shared/data/organizations.ts',
    'shared/data/ownership.ts',
    'shared/data/uploads.ts',
    'shared/data/usage.ts',
    'shared/emailAddress.ts',
    'shared/environment.ts',
    'shared/files',
    'shared/links.ts',
    'shared/log.ts',
    'shared/pdf/looksLikePdf.ts',
    'shared/policies/retention.ts',
    'shared/sha256.ts',
    'shared/uuid.ts',
  ],
  'shared/apiKeys': ['shared/contract', 'shared/data', 'shared/http'],
  'shared/openapi': ['shared/contract', 'shared/http/idempotencyKey.ts', 'shared/http/sessionCookie.ts'],
  'shared/pages': [
    'shared/contract',
    'shared/data',
    'shared/environment.ts',
    'shared/events',
    'shared/files',
    'shared/http',
    'shared/links.ts',
    'shared/log.ts',
    'shared/openapi/model.ts',
    'shared/pdf/pictures',
    'shared/pdf/typography/languages.ts',
    'shared/pdf/watermark',
    'shared/policies',
    'shared/present.ts',
    'shared/queues',
    'shared/words.ts',
  ],
  'shared/signIn': [
    'shared/contract',
    'shared/data',
    'shared/emailAddress.ts',
    'shared/environment.ts',
    'shared/events',
    'shared/http',
    'shared/links.ts',
    'shared/log.ts',
    'shared/pages',
    'shared/policies',
    'shared/sha256.ts',
  ],
  'functions/api': ['shared'],
  'functions/pages': ['shared'],
  'functions/workers': ['shared'],
  'functions/authorizer.ts': ['shared', 'functions/authorizer'],
  'functions/authorizer': ['shared'],
  'infra/host': [],
  'infra/local': ['shared', 'infra'],
  'infra/admin': ['shared', 'infra/stackName.ts', 'infra/local'],
  infra: [
    'shared/contract',
    'shared/data/table.ts',
    'shared/environment.ts',
    'shared/files/prefixes.ts',
    'shared/pdf/typography',
    'shared/pdf/wasm.ts',
    'shared/signIn/trustworthy.ts',
    'shared/stores.ts',
    'shared/webhooks/secretContext.ts',
  ],
  test: ['shared', 'functions', 'infra'],
};

/** Packages that talk to AWS or decide a format, and the only places that may import them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-dynamodb': ['shared/aws', 'shared/data'],
  '@aws-sdk/lib-dynamodb': ['shared/aws', 'shared/data'],
  '@aws-sdk/client-s3': ['shared/aws', 'shared/files'],
  '@aws-sdk/s3-request-presigner': ['shared/files'],
  '@aws-sdk/client-sqs': ['shared/aws', 'infra/admin/stageQueue.ts'],
  '@aws-sdk/client-kms': ['shared/aws'],
  '@aws-sdk/client-ssm': ['shared/signIn/clientSecret.ts'],
  'openid-client': ['shared/signIn', 'functions/pages/signIn.ts'],
  'aws-cdk-lib': ['infra'],
  busboy: ['shared/http/multipart.ts'],
  'pdf-lib': ['shared/pdf'],
};

/** Names that stay inside a room though modules export them for each other. */
const names: Readonly<Record<string, readonly string[]>> = {
  creation: ['shared/data'],
  creationAfterExpiry: ['shared/data'],
  replacement: ['shared/data'],
  removal: ['shared/data'],
  removalIfThere: ['shared/data'],
  attributeUpdate: ['shared/data'],
  relocation: ['shared/data'],
  bookkeeping: ['shared/data', 'infra/admin/users.ts'],
  transact: ['shared/events/commitChange.ts'],
  createActivity: ['shared/events/commitChange.ts'],
  createEvent: ['shared/events/outbox.ts', 'shared/acts/sendTest.ts'],
  writeRepeatables: ['shared/data'],
  dynamo: ['shared/data'],
  s3: ['shared/files'],
  putObject: ['shared/files'],
  getObject: ['shared/files'],
  copyObject: ['shared/files'],
  deleteObject: ['shared/files'],
  sqs: ['shared/queues'],
  kms: ['shared/webhooks/secrets.ts', 'shared/audit/signature.ts'],
  tableName: ['shared/data'],
  listIndex: ['shared/data', 'infra'],
  dueIndex: ['shared/data', 'infra'],
};

interface Import {
  readonly from: string;
  /** A path in the repository, or a package. */
  readonly to: string;
  readonly names: readonly string[];
}

const statement = /^(?:import|export)\b([^;']*?)\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;

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

const files = globSync('{shared,functions,infra,test}/**/*.ts', { cwd: repository }).sort();
const imports = files.flatMap(importsOf);
const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const product = imports.filter(({ from }) => !from.startsWith('test/'));
const roomOf = (file: string) =>
  Object.keys(rooms)
    .filter((room) => isWithin(file, room))
    .sort((a, b) => b.length - a.length)[0];
const report = ({ from, to }: Import) => `${from} imports ${to}`;

test('every file stands in a room', () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test('rooms import only what they may', () => {
  const ours = imports.filter(({ to }) => files.includes(to));
  const strangers = ours.filter(({ from, to }) => {
    const room = roomOf(from) ?? '';
    const isOwn = roomOf(to) === room || (room !== 'infra' && isWithin(to, room));
    return !isOwn && !rooms[room]?.some((place) => isWithin(to, place));
  });

  expect(strangers.map(report)).toEqual([]);
});

describe('only their room imports', () => {
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

test('keys, queries and the client of the table stay in their room', () => {
  const inside = ['keys', 'client', 'read'].map((module) => `shared/data/${module}.ts`);
  const curious = product.filter(({ from, to }) => !isWithin(from, 'shared/data') && inside.includes(to));

  expect(curious.map(report)).toEqual([]);
});

test('what commits is imported by name, which the rules above can see', () => {
  const committing = ['commit', 'events'].map((module) => `shared/data/${module}.ts`);
  const whole = product.filter(({ to, names: named }) => committing.includes(to) && named.length === 0);

  expect(whole.map(report)).toEqual([]);
});

test('nothing imports itself through others, types included', () => {
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
