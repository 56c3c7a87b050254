import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { createClient } from '../../shared/client/index.ts';
import { organizationId, policyId } from '../../shared/contract/identifiers.ts';
import { createdAt } from '../../shared/data/table/ids.ts';
import { storedApiKey, storedPerson } from '../support/people/people.ts';
import { sumOfUnits } from '../support/stages/recorder.ts';
import { sharedWatchedStage } from '../support/stages/watchedStage.ts';
import {
  count,
  rare,
  writeApiKeys,
  writeDeliveries,
  writeDocuments,
  writeEvents,
  writeMembers,
  writePolicies,
  writeShares,
} from './manyItems.ts';

const { credentials, catchUp, recorder } = await sharedWatchedStage(['dynamodb']);

const client = createClient({ baseUrl: credentials.base_url, apiKey: credentials.api_keys.owner });
const organization_id = z.parse(organizationId, credentials.organization_id);
const policy_id = z.parse(policyId, credentials.policy_ids[0]);
const url = 'https://receiver.example/hooks';
const { id: webhook_id } = await client.registerWebhook({ url, events: ['*'] });

/** The owner may not read the events and documents of this person. */
const adam = {
  id: `user_${credentials.user_ids.admin.slice('usr_'.length)}`,
  type: 'user_account',
  name: 'Adam Admin',
} as const;
const events = await writeEvents(organization_id, adam.id);
await writeDeliveries(webhook_id, events);
const documents = await writeDocuments(organization_id, adam, {
  id: policy_id,
  name: 'Confidential handling',
});
const reader = await storedPerson();
await writeShares(documents, reader.email ?? '');
const apiKey = (await storedApiKey(reader)).headers.Authorization.slice('Bearer '.length);
const readersClient = createClient({ baseUrl: credentials.base_url, apiKey });
await writePolicies(organization_id);
const { id: service_account_id } = await client.createServiceAccount({ name: 'Nightly import' });
await writeMembers(organization_id);
await writeApiKeys(organization_id, service_account_id);
await catchUp();

const hundredth = events.at(-100)?.id;
if (!hundredth) throw new Error('there are no events');
const since = createdAt(hundredth);
const shared = events.filter(({ visible_to }) => visible_to === null).length;

interface List {
  readonly what: string;
  readonly name: FunctionName;
  readonly all: () => AsyncIterable<unknown>;
  readonly found: number;
  /** The number of pages, of a hundred items each if they are full. */
  readonly pages: number;
  /** The most requests and read units of one page. */
  readonly most: { readonly queries: number; readonly calls: number; readonly readUnits: number };
}

type Figures = readonly [found: number, pages: number, queries: number, calls: number, readUnits: number];

const list = (
  what: string,
  name: FunctionName,
  all: List['all'],
  [found, pages, queries, calls, readUnits]: Figures,
): List => ({ what, name, all, found, pages, most: { queries, calls, readUnits } });

const deliveries = (
  what: string,
  query: Partial<Parameters<typeof client.listWebhookDeliveries.all>[0]>,
  figures: Figures,
): List =>
  list(
    what,
    'listWebhookDeliveries',
    () => client.listWebhookDeliveries.all({ webhook_id, ...query }),
    figures,
  );

/**
 * Every page of deliveries also reads the endpoint. A page of pending deliveries also reads the lane of the endpoint. One request reads a
 * hundred attempts.
 */
const lists: readonly List[] = [
  deliveries('deliveries', {}, [count, 40, 1, 12, 1050]),
  deliveries('deliveries that succeeded', { status: 'succeeded' }, [rare, 21, 1, 3, 25]),
  // The schedule of the endpoint has more than a thousand places, which is too many. So the list reads the deliveries and filters them.
  deliveries('deliveries that are pending', { status: 'pending' }, [2000, 22, 2, 4, 140]),
  list('events', 'listEvents', () => client.listEvents.all(), [shared, 21, 2, 3, 110]),
  list('events since a time', 'listEvents', () => client.listEvents.all({ since }), [50, 1, 2, 3, 55]),
  list('events of a type', 'listEvents', () => client.listEvents.all({ type: 'member.joined' }), [
    rare,
    3,
    2,
    3,
    100,
  ]),
  list(
    'documents of a policy, most of which the caller may not read',
    'listPolicyDocuments',
    () => client.listPolicyDocuments.all({ policy_id }),
    [rare, 40, 1, 3, 110],
  ),
  list(
    'documents, most of which the caller may not read',
    'listDocuments',
    () => client.listDocuments.all(),
    [rare, 1, 3, 3, 12],
  ),
  // Each page also reads the caller, the shares that ended when a member left, the documents, and the organization and creators of the
  // documents.
  list(
    'documents that are shared with a person, when most of the shares have ended',
    'listDocuments',
    () => readersClient.listDocuments.all({ shared_with_me: 'true' }),
    [rare, 40, 1, 5, 120],
  ),
  list('policies when most are archived', 'listPolicies', () => client.listPolicies.all(), [
    credentials.policy_ids.length + rare,
    5,
    1,
    1,
    80,
  ]),
  // Two service accounts existed before.
  list(
    'service accounts when most members are people',
    'listServiceAccounts',
    () => client.listServiceAccounts.all(),
    [rare + 2, 5, 1, 1, 100],
  ),
  list(
    'API keys when most were revoked',
    'listApiKeys',
    () => client.listApiKeys.all({ service_account_id }),
    [rare, 5, 1, 4, 120],
  ),
];

describe('among four thousand, the client lists', () => {
  test.for(lists)('$what', async ({ name, all, found, pages, most }) => {
    recorder.take();

    const listed: unknown[] = [];
    for await (const item of all()) listed.push(item);

    const recorded = recorder.take().filter((recording) => recording.name === name);
    const took = recorded.map(({ calls }) => ({
      queries: calls.filter((call) => call.name === 'dynamodb Query').length,
      calls: calls.length,
      readUnits: sumOfUnits(calls, 'readUnits'),
    }));
    expect([listed.length, recorded.length]).toEqual([found, pages]);
    for (const what of ['queries', 'calls', 'readUnits'] as const)
      expect(Math.max(...took.map((page) => page[what])), what).toBeLessThanOrEqual(most[what]);
  });
});

describe('among four thousand documents, a search with a budget finds', () => {
  const apiKey = credentials.api_keys.admin;
  const adamsClient = createClient({ baseUrl: credentials.base_url, apiKey });

  test.for([
    { what: 'words', all: () => adamsClient.listDocuments.all({ q: 'MASTER 12', limit: 100 }), found: 111 },
    {
      what: 'shared ones among private ones',
      all: () => adamsClient.listDocuments.all({ access_level: 'organization', limit: 100 }),
      found: rare,
    },
  ])('$what', async ({ all, found }) => {
    recorder.take();

    const listed: unknown[] = [];
    for await (const document of all()) listed.push(document);

    const recorded = recorder.take().filter(({ name }) => name === 'listDocuments');
    expect(listed).toHaveLength(found);
    // A page ends after some time, so a busy machine needs more pages.
    expect(recorded.length).toBeLessThanOrEqual(10);
    for (const { calls } of recorded) expect(sumOfUnits(calls, 'readUnits')).toBeLessThanOrEqual(960);
  });
});

test('deleting an organization with four thousand retained documents is refused with a few requests', async () => {
  const { name } = await client.getOrganization();
  await client.updatePolicy({ policy_id, rules: { legal_hold: true } });
  recorder.take();

  await expect(client.deleteOrganization({ name })).rejects.toMatchObject({ status: 403 });

  const [{ calls } = { calls: [] }] = recorder.take().filter((one) => one.name === 'deleteOrganization');
  // Most requests read the four thousand policies, 1 MB at a time.
  expect(calls.length).toBeLessThanOrEqual(9);
  expect(sumOfUnits(calls, 'readUnits')).toBeLessThanOrEqual(310);
});

test('resending examines a thousand deliveries a request, and returns the time for the next request', async () => {
  const [oldest] = events;
  if (!oldest) throw new Error('there are no events');
  recorder.take();

  const first = await client.resendWebhookDeliveries({ webhook_id, since: createdAt(oldest.id) });
  const second = await client.resendWebhookDeliveries({ webhook_id, since: first.next_since ?? '' });

  // The second request begins with the last delivery of the first request.
  expect([first, second].map(({ already_pending_deliveries }) => already_pending_deliveries)).toEqual([
    1000 - rare,
    1000,
  ]);
  expect(second.next_since).toBe(createdAt(events[1998]?.id ?? oldest.id));
  const recorded = recorder.take().filter(({ name }) => name === 'resendWebhookDeliveries');
  for (const { calls } of recorded)
    expect(calls.filter((call) => call.name === 'dynamodb Query')).toHaveLength(20);
});
