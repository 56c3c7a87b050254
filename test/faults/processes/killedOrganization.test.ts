import { expect, test } from 'vitest';
import { deletedOrganizationKey, organizationKey } from '../../../shared/data/keys/organizations.ts';
import { webhooksKey } from '../../../shared/data/keys/webhooks.ts';
import { getDeletedOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import {
  type FilledOrganization,
  filledOrganization,
  isOnRecord,
} from '../../support/people/filledOrganization.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import {
  anyPauseMilliseconds,
  sendGraceMilliseconds,
  sharedFaultyStage,
} from '../../support/stages/faultyStage.ts';
import { killedAt } from '../separateProcess.ts';

const stage = await sharedFaultyStage();

const lifetimeMilliseconds = 30 * 24 * 60 * 60_000;

const remove = ({ keys }: FilledOrganization) =>
  stage.call.deleteOrganization({ as: null, headers: keys.owner.headers, json: { name: 'Test' } });
const statusOf = async (headers: Readonly<Record<string, string>>) =>
  (await stage.call.listOrganizationMembers({ as: null, headers })).status;

/**
 * Returns the messages of the sweep: for the organization, and for documents whose removal was interrupted. Groups and rooms that were deleted
 * before have messages of their own.
 */
async function swept(): Promise<string[]> {
  await stage.invoke('sweepDue', {});
  return (await stage.takeMessages('removals')).filter((message) => !/group_id|room_id/.test(message));
}

/**
 * Runs workers with the same message, one after the other. Each worker is killed one change later than the worker before; then `expectLeft`
 * checks the remaining items. Returns the number of runs.
 */
async function killAgainAndAgain(message: string, expectLeft: () => Promise<void>): Promise<number> {
  let ordinal = 1;
  while (await killedAt(stage, 'removeDeleted', message, ordinal)) {
    await expectLeft();
    // SQS delivers the message again minutes later, when lists show all changes.
    await stage.catchUp();
    ordinal += 1;
  }
  return ordinal;
}

const ofOrganization = ({ id }: FilledOrganization) => JSON.stringify({ organization_id: id });

test('a deletion is completed after its workers were killed, each at a later change', async () => {
  const there = await filledOrganization(stage);
  let commits = 0;
  stage.dynamodb.faultOf = (request) =>
    isCall('TransactWriteItems')(request) && commits++ > 0 ? 'failing' : undefined;
  expect((await remove(there)).status).toBe(500);
  stage.dynamodb.mend();
  await stage.table.letTimePass(sendGraceMilliseconds);
  expect(await swept()).toEqual([ofOrganization(there)]);

  const sortKeys = async (pattern: RegExp) =>
    (await stage.table.everything())
      .filter(({ pk }) => [organizationKey(there.id).pk, webhooksKey(there.id).pk].includes(pk))
      .filter(({ sk }) => pattern.test(sk))
      .map(({ sk }) => sk);
  const expectNotForgotten = async () => {
    const left = await getDeletedOrganization(there.id);
    if (left?.state === 'suspending')
      return expect(left.due_at_ms).toBeLessThan(Date.now() + anyPauseMilliseconds);
    // The worker was killed after its last commit. So the deletion is complete, and the removal is due once nobody can restore the
    // organization.
    expect(left).toMatchObject({ state: 'suspended', due_at_ms: left?.restorable_until_ms });
    expect(await sortKeys(/^(ORG|MEMBER|WEBHOOK)/)).toEqual([]);
  };

  expect(await killAgainAndAgain(ofOrganization(there), expectNotForgotten)).toBeGreaterThan(3);
  // SQS may deliver the message again after the deletion is complete. This worker makes no change at which it could be killed.
  expect(await killAgainAndAgain(ofOrganization(there), expectNotForgotten)).toBe(1);
  await expectNotForgotten();

  for (const { headers } of Object.values(there.keys)) expect(await statusOf(headers)).toBe(401);
  expect((await getDeletedOrganization(there.id))?.state).toBe('suspended');
  expect(await sortKeys(/^(ORG|MEMBER|WEBHOOK)/)).toEqual([]);
  expect(await sortKeys(/^SUSPENDED#/)).toHaveLength(5);
}, 240_000);

// Threat: Data of a deleted organization is still reached
test('a removal is completed after its workers were killed, each at a later change', async () => {
  const there = await filledOrganization(stage);
  await remove(there);
  await stage.table.letTimePass(lifetimeMilliseconds);
  expect(await swept()).toContain(ofOrganization(there));
  const itemsOf = async () =>
    (await stage.table.everything())
      .filter((item) => !isOnRecord(item))
      .filter((item) => there.traces.some((trace) => JSON.stringify(item).includes(trace)));

  const runs = await killAgainAndAgain(ofOrganization(there), async () => {
    const left = await itemsOf();
    const { pk, sk } = deletedOrganizationKey(there.id);
    const isLed = left.some((item) => item.pk === pk && item.sk === sk && item.due_at_ms !== undefined);
    // The item of the organization is due and leads to all other items, so the worker must remove this item last.
    expect(
      isLed || left.every(({ expires_at_seconds, pk: its }) => expires_at_seconds || its.startsWith('KEY#')),
    ).toBe(true);
    // The worker finds documents through members, and files through documents. So members must stay until no document is left, and
    // documents until no file is left.
    const isDocumentLeft = left.some((item) => item.pk.startsWith('DOC#'));
    if (isDocumentLeft) expect(left.filter((item) => item.sk.startsWith('SUSPENDED#'))).toHaveLength(5);
    else expect(await there.files()).toEqual([]);
  });

  expect(runs).toBeGreaterThan(8);
  await stage.table.letTimePass(anyPauseMilliseconds);
  expect(await swept()).not.toContain(ofOrganization(there));
  expect(
    (await itemsOf()).filter(({ pk, expires_at_seconds }) => !expires_at_seconds && !pk.startsWith('KEY#')),
  ).toEqual([]);
  expect(await there.files()).toEqual([]);
  expect(await stage.consume('removeDeleted', ofOrganization(there))).toEqual([]);
}, 240_000);
