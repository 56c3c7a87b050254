import { beforeEach, describe, expect, test } from 'vitest';
import { localStaffDomain } from '../../../infra/local/actors.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import {
  storedApiKey,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const { call } = await sharedStage();

const elsewhere = await storedOrganization();
const override = { 'X-Service-Organization-Id': elsewhere.id };

const listElsewhere = (headers: Readonly<Record<string, string>>) =>
  call.listOrganizationMembers({ as: null, headers: { ...headers, ...override } });

// Threat: Somebody who is not service staff acts as staff
test.for([
  [`a@${localStaffDomain}`, true],
  [`upper@${localStaffDomain.toUpperCase()}`, true],
  [` spaced@${localStaffDomain}\n`, true],
  [`a@${localStaffDomain}.evil.com`, false],
  [`a@evil${localStaffDomain}`, false],
  [`a@sub.${localStaffDomain}`, false],
  [`${localStaffDomain}@evil.com`, false],
  [`a@${localStaffDomain}.`, false],
] as const)('the address %j makes its person staff: %s', async ([email, isStaff]) => {
  const { headers } = await storedApiKey(await storedPerson({ email }));

  const listed = await listElsewhere(headers);

  if (isStaff) expect(listed.body.items.map(({ org_id }) => org_id)).toEqual([elsewhere.id]);
  else expect([listed.status, listed.problem?.detail]).toEqual([403, expect.stringContaining('staff')]);
});

test('a service account is never staff, whatever its name', async () => {
  const account = {
    id: newId('svc'),
    type: 'service_account',
    name: `a@${localStaffDomain}`,
    email: null,
  } as const;
  const { headers } = await storedApiKey(await storedPerson(account));

  expect((await listElsewhere(headers)).status).toBe(403);
});

test('staff act in other organizations also with a session', async () => {
  const user = await storedPerson({ email: `session@${localStaffDomain}` });
  const { headers } = await storedSession(user);

  expect((await listElsewhere(headers)).status).toBe(200);
});

test.for<[string, Permission[], number]>([
  ['list members', ['organization#list_members'], 200],
  ['read documents', ['document#read'], 403],
  ['do nothing', [], 403],
])(
  'staff with a key that may only %s have no more rights in other organizations',
  async ([what, permissions, status]) => {
    const user = await storedPerson({ email: `${what.replace(' ', '-')}@${localStaffDomain}` });
    const { headers } = await storedApiKey(user, { permissions });

    expect((await listElsewhere(headers)).status).toBe(status);
  },
);

describe('on a stage that lists its staff', () => {
  beforeEach(() => {
    const staffEmails = `ada@${localStaffDomain},grace@${localStaffDomain},mallory@elsewhere.example`;
    setVariables({ staffEmails });
    return () => setVariables({ staffEmails: '' });
  });

  // Threat: Somebody who is not service staff acts as staff
  test.for([
    [`ada@${localStaffDomain}`, 200],
    [`Grace@${localStaffDomain.toUpperCase()}`, 200],
    [`eve@${localStaffDomain}`, 403],
    [`not.ada@${localStaffDomain}`, 403],
    [`ad@${localStaffDomain}`, 403],
    ['mallory@elsewhere.example', 403],
  ] as const)('%s gets %i, with a key and with a session', async ([email, status]) => {
    const person = await storedPerson({ email });

    for (const credential of [storedApiKey, storedSession])
      expect((await listElsewhere((await credential(person)).headers)).status).toBe(status);
  });
});
