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

const statusFor = async (email: string, credential: typeof storedApiKey | typeof storedSession) => {
  const { headers } = await credential(await storedPerson({ email }));
  const override = { 'X-Service-Organization-Id': elsewhere.id };
  return (await call.listOrganizationMembers({ as: null, headers: { ...headers, ...override } })).status;
};

test.for([`ada@${localStaffDomain}`, `Grace@${localStaffDomain.toUpperCase()}`])(
  'on a stage that lists its staff, a listed person is staff: %s',
  async (email) => {
    expect(await statusFor(email, storedApiKey)).toBe(200);
  },
);

// Threat: Somebody who is not service staff acts as staff
test.for([
  ['of the domain that is not listed', `eve@${localStaffDomain}`],
  ['whose address only contains a listed one', `not.ada@${localStaffDomain}`],
  ['whose address only begins like a listed one', `ad@${localStaffDomain}`],
  ['that is listed, of another domain', 'mallory@elsewhere.example'],
] as const)('an address %s does not make its person staff: %s', async ([, email]) => {
  expect(await statusFor(email, storedApiKey)).toBe(403);
  expect(await statusFor(`s${email}`, storedSession)).toBe(403);
});
