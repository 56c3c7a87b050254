import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { grantedOn, type Partition } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { ulid } from '../../shared/contract/identifiers.ts';
import type { Key } from '../../shared/data/keys/key.ts';
import type { ViewsOfMinute } from '../../shared/data/keys/reading.ts';
import { formatKey } from '../../shared/data/table/storedFormat.ts';
import { keys } from '../support/keys.ts';
import { specs } from './synthesized.ts';

const some = z.parse(ulid, '0'.repeat(26));

const someViews: ViewsOfMinute = { document_id: `doc_${some}`, minute: 1, network: '203.0.113.0/24' };

/**
 * `emailKey` returns undefined for a malformed address, so its type needs this second key. The address below is valid, so this key is not
 * used.
 */
const neverKey: Key = { pk: 'NONE#', sk: 'NONE' };

/** An example of each kind of table key, by the name of the function in `shared/data/keys/` that makes it. */
const keyOf: Readonly<Record<string, Key>> = {
  documentKey: keys.documentKey(`doc_${some}`),
  deletedDocumentKey: keys.deletedDocumentKey(`doc_${some}`),
  versionKey: keys.versionKey(`doc_${some}`, `ver_${some}`),
  deletedVersionKey: keys.deletedVersionKey(`doc_${some}`, `ver_${some}`),
  attachmentKey: keys.attachmentKey(`doc_${some}`, some),
  policyAttachmentKey: keys.policyAttachmentKey(`doc_${some}`, `pol_${some}`),
  acknowledgementKey: keys.acknowledgementKey(`doc_${some}`, 'hash', `user_${some}`),
  acknowledgedTextKey: keys.acknowledgedTextKey(`doc_${some}`, 'hash'),
  earlierTextKey: keys.earlierTextKey(`doc_${some}`, `act_${some}`),
  shareKey: keys.shareKey(`doc_${some}`, `shr_${some}`),
  endedShareKey: keys.endedShareKey(`doc_${some}`, `shr_${some}`),
  sharedWithKey: keys.sharedWithKey(`doc_${some}`, 'a@example.com'),
  shareReadsKey: keys.shareReadsKey(`doc_${some}`, `shr_${some}`),
  dayCountsKey: keys.dayCountsKey(`doc_${some}`, '2026-11-22'),
  readerOfDayKey: keys.readerOfDayKey(`doc_${some}`, '2026-11-22', `user_${some}`),
  reachedPagesKey: keys.reachedPagesKey(`doc_${some}`, `ver_${some}`, 'SHARED'),
  accessRequestKey: keys.accessRequestKey(`doc_${some}`, 'a@example.com'),
  accessRequestCountKey: keys.accessRequestCountKey(`user_${some}`, '2026-11-22'),
  accessMailCountKey: keys.accessMailCountKey('hash', '2026-11-22'),
  shareMailKey: keys.shareMailKey(`doc_${some}`, `shr_${some}`),
  callerKey: keys.callerKey(`user_${some}`),
  apiKeyKey: keys.apiKeyKey('uuid'),
  apiKeyRosterKey: keys.apiKeyRosterKey(`user_${some}`),
  keyUseKey: keys.keyUseKey('uuid'),
  answerKey: keys.answerKey({ user_id: `user_${some}`, organization_id: null, key: 'key' }),
  shownSecretKey: keys.shownSecretKey({ user_id: `user_${some}`, organization_id: null, key: 'key' }),
  sessionKey: keys.sessionKey(`ses_${some}`),
  signInKey: keys.signInKey('hash'),
  rateKey: keys.rateKey('credential', 1),
  emailKey: keys.emailKey('a@example.com') ?? neverKey,
  identityKey: keys.identityKey('hash'),
  organizationKey: keys.organizationKey(`org_${some}`),
  deletedOrganizationKey: keys.deletedOrganizationKey(`org_${some}`),
  suspendedKey: keys.suspendedKey(keys.memberKey(`org_${some}`, `user_${some}`)),
  memberKey: keys.memberKey(`org_${some}`, `user_${some}`),
  serviceAccountRosterKey: keys.serviceAccountRosterKey(`org_${some}`),
  recentAttachmentKey: keys.recentAttachmentKey(`org_${some}`, some),
  policyKey: keys.policyKey(`org_${some}`, `pol_${some}`),
  policyNamesKey: keys.policyNamesKey(`org_${some}`),
  leftKey: keys.leftKey(`org_${some}`, 'a@example.com'),
  invitationKey: keys.invitationKey(`org_${some}`, `inv_${some}`),
  webhookKey: keys.webhookKey(`org_${some}`, `whk_${some}`),
  takenOwnershipKey: keys.takenOwnershipKey(`user_${some}`, some),
  webhooksKey: keys.webhooksKey(`org_${some}`),
  formerMemberKey: keys.formerMemberKey(`org_${some}`, some),
  uploadKey: keys.uploadKey(`upl_${some}`),
  usageKey: keys.usageKey(`org_${some}`),
  askedKey: keys.askedKey(`org_${some}`, '2026-11-22'),
  activityKey: keys.activityKey(`act_${some}`, null, keys.activityList.personal(`user_${some}`)),
  viewKey: keys.viewKey(`doc_${some}`, `act_${some}`),
  directViewKey: keys.directViewKey(`doc_${some}`, `ver_${some}`, `user_${some}`),
  eventKey: keys.eventKey(`evt_${some}`),
  preparedPagesKey: keys.preparedPagesKey(`ver_${some}`),
  stampedCopyKey: keys.stampedCopyKey(`user_${some}`, `ver_${some}`),
  stampedCountKey: keys.stampedCountKey(`user_${some}`, 1),
  firstViewKey: keys.firstViewKey(someViews),
  viewCounterKey: keys.viewCounterKey(someViews, some),
  viewCountersKey: keys.viewCountersKey(someViews),
  laneKey: keys.laneKey(`whk_${some}`),
  hostKey: keys.hostKey(`org_${some}`, 'hooks.example.com'),
  slowFilesKey: keys.slowFilesKey(`org_${some}`),
  copiesKey: keys.copiesKey(`org_${some}`),
  deliveryKey: keys.deliveryKey(`whk_${some}`, `evt_${some}`),
  scheduleKey: keys.scheduleKey(`whk_${some}`, 1, `evt_${some}`, 'document.updated'),
  markKey: keys.markKey(keys.activityList.organization(`org_${some}`)),
  chainKey: keys.chainKey(keys.activityList.organization(`org_${some}`)),
  blockKey: keys.blockKey(keys.activityList.organization(`org_${some}`), 1),
  mailKey: keys.mailKey(`mail_${some}`),
  mailCountKey: keys.mailCountKey(`org_${some}`, '2026-11-22'),
  causedMailCountKey: keys.causedMailCountKey(`user_${some}`, '2026-11-22'),
  addressMailCountKey: keys.addressMailCountKey('hash', '2026-11-22'),
  ownerNoticeCountKey: keys.ownerNoticeCountKey('hash', '2026-11-22', `org_${some}`),
  mailBlockKey: keys.mailBlockKey('hash', 'all'),
  formatKey,
  sweepKey: keys.sweepKey,
  attemptKey: keys.attemptKey(`whk_${some}`, `evt_${some}`, 1),
};

const beginningOf = (partition: string): string => partition.replace(/#.*/, '#');

test('every kind of key has an example here', () => {
  const makers = globSync(fileURLToPath(new URL('../../shared/data/keys/*.ts', import.meta.url))).flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+Key)\b/gm)].map(
        ([, name]) => name,
      ),
  );

  expect(Object.keys(keyOf).sort()).toEqual([...makers, 'formatKey'].sort());
});

/** `sweepDue` parses keys of the due index. It makes only keys of notices. */
const swept: readonly Partition[] = [
  'DOC#',
  'EVENT#',
  'FORMAT',
  'KEY#',
  'MAIL#',
  'ORG#',
  'SWEEP',
  'USER#',
  'VIEWS#',
  'WEBHOOK#',
];
/** These functions read entries in their lists, and make no keys. */
const listing: readonly string[] = ['listDocumentActivity', 'listOrganizationActivity'];

describe('a function has exactly the partitions whose keys its bundle can make', () => {
  let bundles: string;
  beforeAll(async () => {
    bundles = join(dirname(await assemble()), 'bundles');
  }, 120_000);

  // Threat: An attacker controls a function
  test.for([...specs])('%s', ([name, { grants }]) => {
    const bundle = readFileSync(join(bundles, name, 'index.cjs'), 'utf8');
    const made = Object.entries(keyOf)
      .filter(([maker]) => new RegExp(`\\b${maker}=|function ${maker}\\(`).test(bundle))
      .map(([, { pk }]) => beginningOf(pk));

    const granted = grantedOn('table', grants).flatMap(({ partitions = [] }) => partitions);
    expect(new Set(granted)).toEqual(
      new Set(name === 'sweepDue' ? swept : [...made, ...(listing.includes(name) ? ['ACTIVITY#'] : [])]),
    );
  });
});

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
    { name: 'listWebhookDeliveries', action: 'dynamodb:Query', partitions: ['DELIVERIES#'] },
    { name: 'listEvents', action: 'dynamodb:Query', partitions: ['EVENTS#'] },
    { name: 'listOrganizationActivity', action: 'dynamodb:Query', partitions: ['ACTIVITY#'] },
    { name: 'countUsage', action: 'dynamodb:Query', partitions: ['USAGE#'] },
    { name: 'sealActivity', action: 'dynamodb:Query', partitions: ['CHAINS#'] },
  ]);
  expect(beginningOf(keys.unsealedList)).toBe('CHAINS#');
  expect(beginningOf(keys.policyList(`pol_${some}`))).toBe('POLICY#');
  expect(beginningOf(keys.archivedPolicyList(`org_${some}`))).toBe('ARCHIVED#');
  expect(beginningOf(keys.deliveryList(`whk_${some}`, 'failed'))).toBe('DELIVERIES#');
  expect(beginningOf(keys.eventList.private(`org_${some}`, `user_${some}`))).toBe('EVENTS#');
  expect(beginningOf(keys.uncountedList)).toBe('USAGE#');
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
      { name: 'transferDocuments', action: 'dynamodb:Query', partitions: ['DELETED#', 'ORG#'] },
      {
        name: 'removeDeleted',
        action: 'dynamodb:Query',
        partitions: ['DELETED#', 'ORG#', 'POLICY#', 'KEYS#', 'MEMBERSHIPS#'],
      },
      { name: 'countUsage', action: 'dynamodb:Query', partitions: ['DELETED#', 'ORG#', 'USER#'] },
    ]);
    expect(new Set(documents.map(beginningOf))).toEqual(new Set(['DELETED#', 'ORG#', 'USER#']));
  });

  test('only the sealer may read lists of chains', () => {
    const granted = [...specs].flatMap(([name, { grants }]) =>
      grantedOn('listIndex', grants).flatMap(({ partitions = [] }) =>
        partitions.includes('CHAINS#') ? [name] : [],
      ),
    );

    expect(granted).toEqual(['sealActivity']);
    for (const shard of keys.chainShards) expect(beginningOf(shard)).toBe('CHAINS#');
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
