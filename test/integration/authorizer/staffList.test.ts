import { expect, test } from 'vitest';
import { localStaffDomain } from '../../../infra/local/actors.ts';
import {
  storedApiKey,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call } = await sharedStage({
  environment: { staffEmails: `ada@${localStaffDomain},grace@${localStaffDomain},mallory@elsewhere.example` },
});

const elsewhere = await storedOrganization();

/** Returns the statuses of requests with a key and with a session of one new person. */
async function statusesFor(email: string): Promise<number[]> {
  const person = await storedPerson({ email });
  const override = { 'X-Service-Organization-Id': elsewhere.id };
  const statuses: number[] = [];
  for (const credential of [storedApiKey, storedSession]) {
    const { headers } = await credential(person);
    const { status } = await call.listOrganizationMembers({ as: null, headers: { ...headers, ...override } });
    statuses.push(status);
  }
  return statuses;
}

test.for([`ada@${localStaffDomain}`, `Grace@${localStaffDomain.toUpperCase()}`])(
  'on a stage that lists its staff, a listed person is staff: %s',
  async (email) => {
    expect(await statusesFor(email)).toEqual([200, 200]);
  },
);

// Threat: Somebody who is not service staff acts as staff
test.for([
  ['of the domain that is not listed', `eve@${localStaffDomain}`],
  ['whose address only contains a listed one', `not.ada@${localStaffDomain}`],
  ['whose address only begins like a listed one', `ad@${localStaffDomain}`],
  ['that is listed, of another domain', 'mallory@elsewhere.example'],
] as const)('an address %s does not make its person staff: %s', async ([, email]) => {
  expect(await statusesFor(email)).toEqual([403, 403]);
});
