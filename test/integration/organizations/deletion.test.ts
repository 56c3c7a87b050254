import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { resumeMembers } from '../../../infra/admin/organizations/restoreOrganization.ts';
import { getDeletedOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization as stored } from '../../../shared/data/organizations/organizations.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { listWebhooks } from '../../../shared/data/webhooks/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type FilledOrganization,
  filledOrganization,
  isOnRecord,
  staffedOrganization,
} from '../../support/people/filledOrganization.ts';
import { storedApiKey } from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { refused } from '../../support/refusals.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { isNoEvent } from '../../support/stages/table.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

const day = 24 * 60 * 60_000;
/** Longer than the SDK waits before it repeats a request. */
const longestRetryPauseMilliseconds = 500;
type Headers = Readonly<Record<string, string>>;

const remove = (headers: Headers, name = 'Test') =>
  call.deleteOrganization({ as: null, headers, json: { name } });
const statusOf = async (headers: Headers) =>
  (await call.listOrganizationMembers({ as: null, headers })).status;
const me = async (headers: Headers) => (await call.getMe({ as: null, headers })).body;

/** Makes an organization without contents. Resolves when reads show it. */
async function staffed() {
  const made = await staffedOrganization();
  await stage.catchUp();
  return made;
}

/** The items of an organization, except its record, without what every change counts. */
const itemsWithoutRevision = async ({ traces }: FilledOrganization) =>
  (await table.everything())
    .filter((item) => traces.some((trace) => JSON.stringify(item).includes(trace)))
    .filter((item) => item.sk !== 'USER' && !isOnRecord(item))
    .map(({ revision: _revision, ...item }) => item)
    .toSorted((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));

// Threat: Data of a deleted organization is still reached
// Threat: Somebody deletes an organization by mistake, or with an admin's key
test('a deleted organization and its contents are refused to everybody at once, and can be restored with all items', async () => {
  const there = await filledOrganization(stage);
  const { id, keys, session, shared, open, webhook } = there;

  expect(await there.pageOf(open, {})).toBe(200);
  expect(await there.invitationPage()).toBe(200);

  const [items, mine] = [await itemsWithoutRevision(there), await me(session.headers)];

  expect(await remove(keys.owner.headers)).toMatchObject({ status: 200, body: {} });

  for (const { headers } of Object.values(keys)) expect(await statusOf(headers)).toBe(401);
  expect(await me(session.headers)).toMatchObject({ organization_id: null, organizations: [] });
  const path = { document_id: shared };
  expect(await call.getDocument({ as: null, headers: session.headers, path })).toMatchObject(
    refused('resource_not_found', 'document_id'),
  );
  expect(await there.pageOf(open, {})).toBe(404);
  for (const document of [open, shared])
    for (const Accept of ['text/html', 'application/json'])
      expect(await there.pageOf(document, { ...session.headers, Accept })).toBe(404);
  expect(await listWebhooks(id)).toEqual([]);
  expect(await there.invitationPage()).toBe(404);
  expect(await stored(id)).toBeUndefined();

  // A message that comes early, or again, removes nothing.
  const before = await table.everything();
  const body = JSON.stringify({ organization_id: id });
  for (let time = 0; time < 2; time += 1) expect(await stage.consume('removeDeleted', body)).toEqual([]);
  expect(await table.everything()).toEqual(before);

  await resumeMembers(id, Date.now());

  expect(await itemsWithoutRevision(there)).toEqual(items);
  await stage.catchUp();
  expect(await me(session.headers)).toEqual(mine);
  for (const { headers } of [keys.owner, keys.admin, keys.member, keys.account])
    expect(await statusOf(headers)).toBe(200);
  expect(await there.pageOf(open, {})).toBe(200);
  expect(await there.pageOf(shared, session.headers)).toBe(200);
  expect(await there.invitationPage()).toBe(200);
  expect(await listWebhooks(id)).toEqual([expect.objectContaining({ id: webhook.id, disabled: null })]);
  expect((await remove(keys.owner.headers)).status).toBe(200);
});

test('former members act elsewhere, and can create another organization', async () => {
  const { id, keys, owner } = await staffed();
  const unbound = await storedApiKey(owner, { organization_id: null });
  await remove(keys.owner.headers);

  expect(await statusOf(unbound.headers)).toBe(403);
  const founded = await call.createOrganization({
    as: null,
    headers: unbound.headers,
    json: { name: 'The next' },
  });

  expect(founded.status).toBe(200);
  expect(founded.body.id).not.toBe(id);
  expect((await me(unbound.headers)).organization_id).toBe(founded.body.id);
});

test('an organization can be deleted with If-Match, if it has not changed since', async () => {
  const { id, keys } = await staffed();
  const { headers } = keys.owner;
  const etag = (await call.getOrganization({ as: null, headers })).headers.get('etag') ?? '';
  const ask = (tag: string) =>
    call.deleteOrganization({ as: null, headers: { ...headers, 'If-Match': tag }, json: { name: 'Test' } });

  expect((await ask('"another"')).status).toBe(412);
  expect(await stored(id)).toBeDefined();
  expect((await ask(etag)).status).toBe(200);
});

// Threat: Data of a deleted organization is still reached
test('an interrupted deletion is completed by a repeated request, or by the sweep', async () => {
  const [one, other] = [await staffed(), await filledOrganization(stage)];
  // Only the first commit succeeds, so nothing is suspended.
  let commits = 0;
  stage.dynamodb.faultOf = (request) =>
    isCall('TransactWriteItems')(request) && commits++ > 0 ? 'failing' : undefined;
  const newCommits = async () => {
    const before = commits;
    await delay(longestRetryPauseMilliseconds);
    return commits - before;
  };
  for (const { keys } of [one, other]) {
    commits = 0;
    expect((await remove(keys.owner.headers)).status).toBe(500);
    expect(await call.getOrganization({ as: null, headers: keys.member.headers })).toMatchObject({
      status: 403,
    });
    // The deletion suspends members in parallel. Some of these requests are still repeated after the answer, and must not count for the
    // next organization.
    await eventually(newCommits, (count) => count === 0);
  }
  stage.dynamodb.mend();

  expect((await remove(one.keys.owner.headers)).status).toBe(200);
  expect(await statusOf(one.keys.member.headers)).toBe(401);

  await table.letTimePass(2 * 60_000, isNoEvent);
  await stage.removeDue();
  expect(await statusOf(other.keys.member.headers)).toBe(401);
  expect(await getDeletedOrganization(other.id)).toMatchObject({ state: 'suspended' });
});

describe('operators can restore an organization', () => {
  test('after the deletion or the restoration was interrupted', async () => {
    const there = await filledOrganization(stage);
    const before = await itemsWithoutRevision(there);
    let commits = 0;
    stage.dynamodb.faultOf = (request) =>
      isCall('TransactWriteItems')(request) && commits++ >= 2 ? 'failing' : undefined;
    expect((await remove(there.keys.owner.headers)).status).toBe(500);
    // The first PutItem stores the state after the suspension, and the second the state of the restoration. The restoration then fails
    // after three transactions.
    let states = 0;
    let resumed = 0;
    stage.dynamodb.faultOf = (request) => {
      if (isCall('PutItem')(request)) states += 1;
      return states === 2 && isCall('TransactWriteItems')(request) && resumed++ >= 3 ? 'failing' : undefined;
    };
    await expect(resumeMembers(there.id, Date.now())).rejects.toThrow();
    stage.dynamodb.mend();
    expect(await getDeletedOrganization(there.id)).toMatchObject({ state: 'restoring' });

    // A worker that runs in between does not suspend the restored members again.
    const body = JSON.stringify({ organization_id: there.id });
    expect(await stage.consume('removeDeleted', body)).toEqual([]);
    await resumeMembers(there.id, Date.now());
    expect(await stage.consume('removeDeleted', body)).toEqual([]);

    expect(await itemsWithoutRevision(there)).toEqual(before);
  });

  test('until its time is over, and not an unknown organization', async () => {
    const { id, keys } = await staffed();
    await remove(keys.owner.headers);

    await expect(resumeMembers(id, Date.now() + 30 * day)).rejects.toThrow('cannot be restored any more');
    await expect(resumeMembers(newId('org'), Date.now())).rejects.toThrow('There is no organization');

    expect(await getDeletedOrganization(id)).toMatchObject({ state: 'suspended' });
  });
});

const itemsOf = async ({ traces }: FilledOrganization) =>
  (await table.everything())
    .filter((item) => !isOnRecord(item))
    .filter((item) => traces.some((trace) => JSON.stringify(item).includes(trace)));

// Threat: Data of a deleted organization is still reached
test('after the time for restoring, everything of the organization is removed except items that expire, and nothing else', async () => {
  const [gone, kept] = [
    await filledOrganization(stage),
    await filledOrganization(stage, { deletesDocuments: false }),
  ];
  for (const { keys, open } of [gone, kept]) {
    const { record, headers } = keys.member;
    await stayOnPages(stage, open, { id: record.owner_id, headers }, { 1: 30 });
  }
  await stage.catchUp();
  const before = (await itemsOf(kept)).length;
  const files = await kept.files();
  expect((await gone.files()).length).toBe(files.length);
  await remove(gone.keys.owner.headers);

  await table.letTimePass(29 * day, isNoEvent);
  await stage.removeDue();
  expect(await getDeletedOrganization(gone.id)).toMatchObject({ state: 'suspended' });
  expect((await gone.files()).length).toBe(files.length);
  await table.letTimePass(2 * day, isNoEvent);
  // Each run has its time. The clock goes on with each batch, so the removal takes several runs.
  vi.useFakeTimers({ toFake: ['Date'] });
  stage.dynamodb.faultOf = (request) => {
    if (isCall('BatchWriteItem')(request)) vi.setSystemTime(Date.now() + 20_000);
    return undefined;
  };
  const body = JSON.stringify({ organization_id: gone.id });
  let runs = 0;
  for (; runs < 50 && (await getDeletedOrganization(gone.id)); runs += 1)
    expect(await stage.consume('removeDeleted', body)).toEqual([]);
  expect(runs).toBeGreaterThan(2);
  stage.dynamodb.mend();
  vi.useRealTimers();
  await stage.removeDue();

  const left = await itemsOf(gone);
  expect(left.filter(({ expires_at_seconds }) => expires_at_seconds === undefined)).toEqual([
    // An API Gateway key stays, which only operators can remove.
    expect.objectContaining({ pk: `KEY#${gone.keys.metered.record.uuid}`, revoked_at: expect.any(String) }),
  ]);
  const figures = /^(READER|DAY#)/;
  expect(left.filter(({ sk }) => figures.test(sk))).toEqual([]);
  expect((await itemsOf(kept)).filter(({ sk }) => figures.test(sk))).toHaveLength(3);
  expect(await gone.files()).toEqual([]);
  expect(await table.due()).not.toContain('DELETED');
  expect((await itemsOf(kept)).length).toBe(before);
  expect(await kept.files()).toEqual(files);
  expect((await call.listDocuments({ as: null, headers: kept.keys.owner.headers })).status).toBe(200);
});
