import { afterAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type ActivityItem,
  activityItem,
  createActivity,
  newActivity,
} from '../../../shared/data/activity/activity.ts';
import { markList } from '../../../shared/data/activity/marks.ts';
import { activityList } from '../../../shared/data/keys/activity.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey } from '../../support/people/people.ts';
import { itemsThatNamePerson, openEraseStage, type PersonWithData, personWithData } from './eraseStage.ts';

const { stage, admin } = await openEraseStage();

// Identifiers never become smaller, so the clock of these tests must not go back.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
});

const minute = 60_000;
async function sealed() {
  vi.setSystemTime(Date.now() + 4 * minute);
  await stage.catchUp();
  await stage.invoke('sealActivity', {});
}

const network = '198.51.100.0';

/** Records a reading by the person, which has no event. */
async function reads({ person, organization_id }: PersonWithData) {
  const list = activityList.organization(organization_id);
  const entry = newActivity({
    type: 'viewed',
    organization_id,
    document_id: null,
    version_id: null,
    policy_id: null,
    details: {},
    actor: { id: person.id, type: person.type, name: person.name },
    staff: false,
    credential: null,
    address: network,
  });
  await Promise.all([markList(list), transact([createActivity(entry, list)])]);
}

const entriesOf = async ({ person }: PersonWithData): Promise<ActivityItem[]> =>
  (await stage.table.everything()).flatMap((item) => {
    const { data } = z.safeParse(activityItem, item);
    return data?.actor_id === person.id ? [data] : [];
  });

test('a person is erased from sealed activity, and its verification finds nothing', async () => {
  const one = await personWithData(stage);
  await admin('members add', one.person.id, '--organization', one.organization_id, '--role', 'admin');
  const ofMember = (await storedApiKey(one.person, { organization_id: one.organization_id })).headers;
  await one.post(ofMember, { access_level: 'organization' });
  await reads(one);
  await sealed();
  const before = await entriesOf(one);
  const salts = before.map(({ personal }) => personal?.salt ?? '');
  expect(before.map(({ type }) => type)).toEqual(expect.arrayContaining(['viewed', 'document.created']));
  expect(new Set(salts).size).toBe(before.length);

  expect(await admin('users erase', one.person.id, '--yes')).toMatchObject({ code: 0 });
  await sealed();
  vi.setSystemTime(Date.now() + 30 * minute);

  const { code, stdout, stderr } = await admin('audit verify', '--json');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ findings: 0 });
  expect(JSON.parse(stdout).entries).toBeGreaterThan(before.length);
  expect(await itemsThatNamePerson(stage, one)).toEqual([]);
  const stored = JSON.stringify(await stage.table.everything());
  expect([network, ...salts].filter((secret) => stored.includes(secret))).toEqual([]);
  expect((await entriesOf(one)).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
});
