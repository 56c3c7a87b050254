import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memberRole } from '../../../shared/contract/enumerations.ts';
import type { MemberUserId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { type CallerItem, getCaller } from '../../../shared/data/callers/callers.ts';
import { getOrganization, listMembers } from '../../../shared/data/organizations/organizations.ts';
import { explanation, type Founding, type RoleChange } from '../../support/people/organizationModel.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

// The project `judge` repeats all of this with other random values, so a run of all tests has twice these numbers.
const histories = 6;
const rounds = 3;

const meeting = newMeeting();
const { together } = meeting;
const { call, credentials } = await sharedStage({
  around: async (name, run) => {
    if (name !== 'authorizer') await meeting.arrive();
    return run();
  },
});

type Headers = Readonly<Record<string, string>>;

const setRole = (headers: Headers, user_id: MemberUserId, role: RoleChange['role']) =>
  call.updateMemberRole({ as: null, headers, path: { user_id }, json: { role } });

/** Staff act in any organization, and its members cannot take this right away. */
const asStaff = (organization: OrganizationId): Headers => ({
  Authorization: `Bearer ${credentials.api_keys.staff}`,
  'X-Service-Organization-Id': organization,
});

/** Returns the roles of all members, after checking the count of owners. */
async function consistentState(id: OrganizationId) {
  const [organization, members] = await Promise.all([getOrganization(id), listMembers(id)]);
  const owners = members.filter(({ role }) => role === 'owner').length;
  expect(organization?.owner_count).toBe(owners);
  expect(owners).toBeGreaterThan(0);
  return new Map(members.map(({ user_id, role }) => [user_id, role]));
}

describe('any sequence of role changes', () => {
  const somebody = fc.nat(3);
  const change = fc.record({ who: somebody, role: fc.constantFrom(...memberRole.options) });
  const demotion = fc.record({ who: somebody, role: fc.constantFrom('admin' as const, 'member' as const) });
  /** The changes of a batch are made at the same instant. */
  const history = fc.array(fc.array(fc.oneof(change, demotion), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  });

  test('has the result of one change after the other, and always leaves an owner', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const { id, owner } = await storedOrganization();
        const people = [owner];
        for (const role of ['owner', 'admin', 'member'] as const) people.push(await storedMember(id, role));

        let before = await consistentState(id);
        for (const batch of batches) {
          const changes = batch.map(({ who, role }) => ({ user: people[who] ?? owner, role }));

          together(changes.length);
          const answers = await Promise.all(
            changes.map(({ user, role }) => setRole(asStaff(id), memberIdOf(user), role)),
          );

          const made = changes.map(({ user, role }, index) => ({
            user_id: user.id,
            role,
            status: answers[index]?.status ?? 0,
          }));
          const after = await consistentState(id);
          expect(explanation(before, made, after)).toBeDefined();
          before = after;
        }
      }),
      { numRuns: histories },
    );
  }, 60_000);
});

describe('two owners who demote each other at the same instant', () => {
  test.for(['admin', 'member'] as const)(
    'leave exactly one owner, and one of them gets the reason (%s)',
    async (role) => {
      for (let round = 0; round < rounds; round++) {
        const { id, owner: first } = await storedOrganization();
        const second = await storedMember(id, 'owner');
        const [one, two] = [await storedApiKey(first), await storedApiKey(second)];

        together(2);
        const answers = await Promise.all([
          setRole(one.headers, memberIdOf(second), role),
          setRole(two.headers, memberIdOf(first), role),
        ]);

        expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
        const refused = answers.find(({ status }) => status === 422);
        expect(refused?.problem?.errors).toEqual([
          { location: 'body.role', message: expect.stringContaining('last owner'), value: role },
        ]);
        const roles = [...(await consistentState(id)).values()];
        expect(roles.sort()).toEqual([role, 'owner'].sort());
      }
    },
  );
});

describe('a person who creates several first organizations at the same instant', () => {
  const foundedBy = async (user: CallerItem, count: number): Promise<Founding[]> => {
    const { headers } = await storedApiKey(user);
    together(count);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        call.createOrganization({ as: null, headers, json: { name: `Founded ${index}` } }),
      ),
    );
    return answers.map(({ body }) => body);
  };

  test('owns all of them, and exactly one is the current organization', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (count) => {
        const newcomer = await storedPerson();

        const founded = await foundedBy(newcomer, count);

        const current = (await getCaller(newcomer.id))?.current_organization_id;
        expect(founded.filter(({ id }) => id === current)).toHaveLength(1);
        expect(new Set(founded.map(({ id }) => id)).size).toBe(count);
        for (const { id } of founded)
          expect(await consistentState(id)).toEqual(new Map([[newcomer.id, 'owner']]));
      }),
      { numRuns: rounds },
    );
  });
});

/** Requests wait here for each other after the authorizer. */
function newMeeting() {
  let missing = 0;
  let everyone = Promise.withResolvers<void>();
  return {
    /** Holds the next requests until this number of them waits. */
    together(count: number): void {
      missing = count;
      everyone = Promise.withResolvers<void>();
    },
    arrive(): Promise<void> | undefined {
      if (missing === 0) return undefined;
      missing -= 1;
      if (missing === 0) everyone.resolve();
      return everyone.promise;
    },
  };
}
