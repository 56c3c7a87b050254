import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { grantedOn, type Partition } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { ulid } from '../../shared/contract/identifiers.ts';
import { formatKey } from '../../shared/data/table/storedFormat.ts';
import { exampleKeys } from '../documentation/keyTable.ts';
import { keys } from '../support/keys.ts';
import { specs } from './synthesized.ts';

const some = z.parse(ulid, '0'.repeat(26));

/** An example of each kind of table key, by the name of the function that makes it. */
const keyOf = { ...exampleKeys(), formatKey };

const beginningOf = (partition: string): string => partition.replace(/#.*/, '#');

/** `sweepDue` parses keys of the due index. It makes only keys of notices. */
const swept: readonly Partition[] = [
  'DOC#',
  'EVENT#',
  'FORMAT',
  'KEY#',
  'MAIL#',
  'ORG#',
  'SEARCHDUE#',
  'SWEEP',
  'USER#',
  'VIEWS#',
  'WEBHOOK#',
];
/** What a change replaced is in the partition of the changed document or organization, for which other keys of the function count. */
const besideChanged: readonly string[] = [
  'documentChangeKey',
  'oldDocumentChangeKey',
  'organizationChangeKey',
];
/** These functions read items at the places of lists, and make no keys for them. */
const listing: Readonly<Record<string, readonly Partition[]>> = {
  listDocumentActivity: ['ACTIVITY#'],
  listOrganizationActivity: ['ACTIVITY#'],
  listRoomActivity: ['ACTIVITY#'],
  listRoomReaders: ['READING#'],
};

/** These functions ask for acceptances of texts in rooms only. The keys of these are made by the code that makes those of documents. */
const inRoomsOnly: Readonly<Record<string, readonly Partition[]>> = {
  enterRoom: ['DOC#'],
  getRoom: ['DOC#'],
  listRooms: ['DOC#'],
};

let bundles: string;
beforeAll(async () => {
  bundles = join(dirname(await assemble()), 'bundles');
}, 120_000);

// Threat: An attacker controls a function
test.for([...specs])(
  'a function has exactly the partitions whose keys its bundle can make: %s',
  ([name, { grants }]) => {
    const bundle = readFileSync(join(bundles, name, 'index.cjs'), 'utf8');
    const makers = new Set(
      [...bundle.matchAll(/\b(\w+Key)=|function (\w+Key)\(/g)].flatMap(([, ...one]) => one),
    );
    const made = Object.entries(keyOf)
      .filter(([maker]) => !besideChanged.includes(maker) && makers.has(maker))
      .map(([, { pk }]) => beginningOf(pk));

    const granted = grantedOn('table', grants).flatMap(({ partitions = [] }) => partitions);
    const usable = name === 'sweepDue' ? swept : [...made, ...(listing[name] ?? [])];
    const unused: readonly string[] = inRoomsOnly[name] ?? [];
    expect(new Set(granted)).toEqual(new Set(usable.filter((partition) => !unused.includes(partition))));
  },
);

// Threat: Sealing is stopped through the waiting list
test('only the sealer can write chains, other functions only marks', () => {
  const writing = (partition: Partition) =>
    [...specs].flatMap(([name, { grants }]) =>
      grantedOn('table', grants).some(
        ({ action, partitions = [] }) =>
          partitions.includes(partition) && /PutItem|UpdateItem|DeleteItem|BatchWriteItem/.test(action),
      )
        ? [name]
        : [],
    );

  expect(writing('CHAIN#')).toEqual(['sealActivity']);
  expect(writing('MARK#').length).toBeGreaterThan(20);
});

/** The partitions in which a function may write. */
const writtenBy = (name: FunctionName): readonly Partition[] =>
  grantedOn('table', specs.get(name)?.grants ?? {})
    .filter(({ action }) => /:(Put|Update|Delete|BatchWrite)Item$/.test(action))
    .flatMap(({ partitions = [] }) => partitions);

// Threat: An attacker controls a worker that sends requests to foreign servers, and makes somebody an owner
test('workers of events and deliveries may not write members', () => {
  for (const name of ['fanOutEvent', 'deliverWebhook'] as const) {
    expect(writtenBy(name)).toContain(beginningOf(keys.webhookKey(`org_${some}`, `whk_${some}`).pk));
    expect(writtenBy(name)).not.toContain(beginningOf(keys.memberKey(`org_${some}`, `user_${some}`).pk));
  }
});

// Threat: An attacker controls the worker that sends mail, and makes an API key
test('the workers of mail may not write API keys', () => {
  for (const name of ['sendMail', 'recordMailEvent'] as const) {
    expect(writtenBy(name)).toContain(beginningOf(keys.mailKey(`mail_${some}`).pk));
    expect(writtenBy(name)).not.toContain(beginningOf(keys.apiKeyKey(crypto.randomUUID()).pk));
  }
});

test('a function may read only its own list in the filter index', () => {
  const granted = [...specs].flatMap(([name, { grants }]) =>
    grantedOn('filterIndex', grants).map((grant) => ({ name, ...grant })),
  );

  expect(granted).toEqual([
    { name: 'listDocuments', action: 'dynamodb:Query', partitions: ['POLICY#'] },
    { name: 'listPolicies', action: 'dynamodb:Query', partitions: ['ARCHIVED#'] },
    { name: 'listRoomReaders', action: 'dynamodb:Query', partitions: ['READERS#'] },
    { name: 'listWebhookDeliveries', action: 'dynamodb:Query', partitions: ['DELIVERIES#'] },
    { name: 'listEvents', action: 'dynamodb:Query', partitions: ['EVENTS#'] },
    { name: 'listDocumentReaders', action: 'dynamodb:Query', partitions: ['READERS#'] },
    { name: 'listOrganizationActivity', action: 'dynamodb:Query', partitions: ['ACTIVITY#'] },
    { name: 'countUsage', action: 'dynamodb:Query', partitions: ['USAGE#'] },
    { name: 'sealActivity', action: 'dynamodb:Query', partitions: ['CHAINS#'] },
  ]);
});

describe('in the list index', () => {
  // Threat: An attacker controls a function
  test('only four functions may read lists of documents', () => {
    const granted = [...specs].flatMap(([name, { grants }]) =>
      grantedOn('listIndex', grants).map((grant) => ({ name, ...grant })),
    );
    const { shared, private: ofOneMember, personal, deleted } = keys.documentList;
    const documents = [
      shared(`org_${some}`),
      ofOneMember(`org_${some}`, `user_${some}`),
      personal(`user_${some}`),
      deleted(personal(`user_${some}`)),
    ];

    const ofDocuments = granted.filter(({ partitions = [] }) =>
      partitions.some((partition) => documents.map(beginningOf).includes(partition)),
    );
    expect(ofDocuments).toEqual([
      {
        name: 'listDocuments',
        action: 'dynamodb:Query',
        partitions: ['DELETED#', 'ORG#', 'SHAREDWITH#', 'USER#'],
      },
      { name: 'transferDocuments', action: 'dynamodb:Query', partitions: ['DELETED#', 'ORG#', 'ROOMS#'] },
      {
        name: 'removeDeleted',
        action: 'dynamodb:Query',
        partitions: ['DELETED#', 'ORG#', 'POLICY#', 'KEYS#', 'MEMBERSHIPS#', 'ROOMACCESS#', 'ROOMS#'],
      },
      { name: 'countUsage', action: 'dynamodb:Query', partitions: ['DELETED#', 'ORG#', 'USER#'] },
    ]);
    expect(new Set(documents.map(beginningOf))).toEqual(new Set(['DELETED#', 'ORG#', 'USER#']));
  });

  test('no other list has the prefix of lists of documents', () => {
    const { organizations, deletedOrganizations, callers, apiKeys, sessions } = keys.operatorList;
    const others = [
      organizations,
      deletedOrganizations,
      callers,
      apiKeys(`user_${some}`),
      sessions(`user_${some}`),
      keys.policyList(`pol_${some}`),
      keys.sharesWith('a@example.com'),
      keys.membershipList(`user_${some}`),
    ];

    for (const partition of others) expect(partition).not.toMatch(/^(DELETED|ORG|USER)#/);
  });
});
