import { describe, expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import {
  membersOf,
  organization_id,
  problem,
  sameOrigin,
  user_ids,
  withoutChange,
} from '../support/organizations.ts';
import { idsOf } from '../support/pages.ts';
import { bodies, unknownIds } from './requests.ts';

/** Specification 4.5. */
const header = 'X-Service-Organization-Id';
/** Callers who are not staff. */
const everybody = [
  'owner',
  'admin',
  'member',
  'read_only',
  'service_account',
  'newcomer',
  'outsider',
] as const;
const unknown = 'org_00000000000000000000000000';
const malformed = ['', 'acme', unknown.slice(0, -1), unknown.toUpperCase(), `${unknown}, ${unknown}`];

/** Each operation that accepts the header, with a request that changes nothing. */
const accepting = allOperations.filter(({ staffOverride }) => staffOverride);
const ask = async (contract: OperationContract, request: CallRequest) =>
  call(contract, { path: unknownIds, ...(await bodies[contract.id]?.()), ...request });

/** The same code reads the header for all operations, so one operation gets all malformed values. */
const malformedFor = ({ id }: OperationContract) =>
  id === 'listOrganizationMembers' ? malformed : malformed.slice(1, 2);

const listAs = async (as: Actor, organization: string, name = header) =>
  call.listOrganizationMembers({ as, headers: { [name]: organization } });

describe('staff', () => {
  test.for([header, header.toLowerCase(), header.toUpperCase()])(
    'see the members of the organization in the header %s',
    async (name) => {
      expect((await listAs('staff', organization_id, name)).body.items).toEqual(await membersOf('owner'));
    },
  );

  test('manage the organization in the header, by its rules', async () => {
    const as = 'staff';
    const headers = { [header]: organization_id };
    const setRole = (user_id: string, role: string) =>
      withoutChange(() => call.updateMemberRole({ as, headers, path: { user_id }, json: { role } }));
    const [own] = await membersOf('staff');

    const unchanged = await setRole(user_ids.member, 'member');
    const lastOwner = await setRole(user_ids.owner, 'member');
    const notAMember = await setRole(own?.user_id ?? '', 'owner');

    expect(unchanged.status).toBe(204);
    expect(lastOwner).toMatchObject(problem(422, ['body.role', 'member']));
    expect(notAMember).toMatchObject(problem(404));
  });

  test.for(accepting)(
    'get 400 for a malformed header, and 404 for an unknown organization: $id',
    async (contract) => {
      for (const value of [...malformedFor(contract), unknown]) {
        const answer = await ask(contract, { as: 'staff', headers: { [header]: value } });

        expect(answer, value).toMatchObject(problem(value === unknown ? 404 : 400));
        expect(answer.problem?.detail, value).toContain(header);
      }
    },
  );
});

// Threat: Somebody who is not service staff acts as staff
test.for(accepting)(
  'callers who are not staff may not send the header with any value: $id',
  async (contract) => {
    const details = new Set<string | undefined>();
    await withoutChange(async () => {
      for (const value of [organization_id, unknown, ...malformedFor(contract)])
        for (const as of value === organization_id ? everybody : (['owner', 'outsider'] as const)) {
          const answer = await ask(contract, { as, headers: { [header]: value } });

          expect(answer, `${as} with ${value}`).toMatchObject(problem(403));
          details.add(answer.problem?.detail);
        }
    });
    // The answers do not show which organizations exist.
    expect(details.size).toBe(1);
    const headers = { ...sameOrigin, [header]: organization_id };
    expect(await ask(contract, { session: 'owner', headers })).toMatchObject(problem(403));
  },
);

test.for(['owner', 'staff'] as const)('operations on documents ignore the header of the %s', async (as) => {
  const own = await upload({ as });
  const elsewhere = await upload({ as: 'outsider' });
  const [outsider] = await membersOf('outsider');
  const query = { limit: '100', created_after: new Date(Date.parse(own.created_at) - 1).toISOString() };

  for (const value of [outsider?.org_id ?? '', unknown, 'acme']) {
    const { body } = await eventually(
      () => call.listDocuments({ as, headers: { [header]: value }, query }),
      ({ body }) => idsOf(body.items).includes(own.id),
    );

    expect(idsOf(body.items), value).not.toContain(elsewhere.id);
  }
});
