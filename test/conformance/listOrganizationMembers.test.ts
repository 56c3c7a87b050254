import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { membersOf, organization_id, user_ids } from '../support/organizations.ts';

describe('the members of an organization', () => {
  test('are listed with their roles and all other fields', async () => {
    const members = await membersOf();

    const people = Object.entries(user_ids).map(([role, user_id]) => ({
      org_id: organization_id,
      user_id,
      role,
      joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      email: expect.stringMatching(/^[^@\s]+@[^@\s]+$/),
      display_name: expect.stringMatching(/./),
      given_name: expect.stringMatching(/./),
      family_name: expect.stringMatching(/./),
    }));
    expect(members).toHaveLength(people.length);
    expect(members).toEqual(expect.arrayContaining(people));
  });

  test('are in the order in which they joined', async () => {
    const joined = (await membersOf()).map(({ joined_at }) => Date.parse(joined_at));

    expect(joined).toEqual(joined.toSorted((a, b) => a - b));
  });

  test('are the same for every member and by every key', async () => {
    const [owner, ...others] = await Promise.all(
      (['owner', 'admin', 'member', 'read_only', 'service_account'] as const).map(membersOf),
    );

    for (const members of others) expect(members).toEqual(owner);
  });

  test('are people: service accounts are not listed', async () => {
    const members = await membersOf('service_account');

    expect(members.map(({ user_id }) => user_id).sort()).toEqual(Object.values(user_ids).sort());
  });

  test('are listed without pages, and other parameters are ignored', async () => {
    const { body } = await call.listOrganizationMembers({
      query: { limit: '1', cursor: 'x', organization_id: 'org_00000000000000000000000000' },
    });

    expect(body).toEqual({ items: await membersOf() });
  });

  test.for(['outsider', 'staff'] as const)('are those of the other organization for the %s', async (as) => {
    const members = await membersOf(as);

    expect(members.map(({ role }) => role)).toEqual(['owner']);
    expect(members.map(({ org_id }) => org_id)).not.toContain(organization_id);
    for (const user_id of Object.values(user_ids))
      expect(members.map((member) => member.user_id)).not.toContain(user_id);
  });
});
