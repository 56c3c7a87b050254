import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { createGroupEntry } from '../../../shared/data/groups/entries.ts';
import { createGroup, getGroupAndNames, newGroup } from '../../../shared/data/groups/groups.ts';
import { createInvitation, newInvitation } from '../../../shared/data/organizations/invitations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { readCredentials } from '../../support/people/credentialsFile.ts';
import { founded, operator } from './operator.ts';

const stage = await operator();
const { admin, record, rows, everything } = stage;

const directory = directoryOfTests();
const file = () => join(directory, `${crypto.randomUUID()}.json`);

/** Makes an invitation as a test leaves it when the test is interrupted. */
const invite = (organization_id: OrganizationId, now: number) =>
  transact([
    createInvitation(
      newInvitation(
        {
          id: newId('inv'),
          organization_id,
          email: 'guest@guests.example',
          role: 'member',
          created_by: { id: newId('user'), type: 'user_account', name: 'Olivia Owner' },
          made_by_staff: false,
          secret_hash: '',
        },
        7,
        now,
      ),
    ),
  ]);

/** Makes a group with an entry, as a test leaves it. */
async function addGroup(organization_id: OrganizationId) {
  const group = newGroup({ organization_id, name: 'Bidders', description: null });
  const entry = { id: newId('gre'), group_id: group.id, organization_id, domain: 'guests.example' };
  const { names } = await getGroupAndNames(organization_id);
  await transact(createGroup(group, names));
  await transact(createGroupEntry(entry, group, undefined));
}

test('makes people of every role, and removes them again with all that they have', async () => {
  await founded(stage);
  const before = await everything();
  const path = file();

  const { organization_id } = await record('conformance prepare', '--output', path);
  const credentials = await readCredentials(path);
  await invite(credentials.organization_id, stage.clock.now);
  await addGroup(credentials.organization_id);
  const members = await rows('members list', '--organization', organization_id ?? '');
  await record('organizations create', 'By a test', '--owner', credentials.user_ids.owner);
  const account = await record(
    'service-accounts create',
    'By a test',
    '--organization',
    organization_id ?? '',
  );
  await record('keys issue', String(account.id));
  const removed = await record('conformance remove --yes', path);

  expect(credentials.organization_id).toBe(organization_id);
  expect(members.map(({ role }) => role).sort()).toEqual(['admin', 'member', 'member', 'owner']);
  expect(removed).toEqual({ callers: 7, organizations: 4 });
  const isEvent = (item: unknown) => /"(EVENT|ACTIVITY|CHAIN|MARK)#/.test(JSON.stringify(item));
  expect((await everything()).filter((item) => !isEvent(item))).toEqual(
    before.filter((item) => !isEvent(item)),
  );
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('leaves an organization that somebody else joined', async () => {
  const path = file();
  const { organization_id = '' } = await record('conformance prepare', '--output', path);
  const { email, user } = await founded(stage);
  await record('members add', email, '--organization', organization_id);

  const { code, stderr } = await admin('conformance remove --yes', path);
  await record('members remove --yes', email, '--organization', organization_id);
  const again = await record('conformance remove --yes', path);

  expect([code, stderr]).toEqual([1, expect.stringContaining(user)]);
  expect(again.callers).toBe(7);
});
