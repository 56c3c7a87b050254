import { describe, expect, test } from 'vitest';
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

  test.for(['outsider', 'staff'] as const)('are those of the other organization for the %s', async (as) => {
    const members = await membersOf(as);

    expect(members.map(({ role }) => role)).toEqual(['owner']);
    expect(members.map(({ org_id }) => org_id)).not.toContain(organization_id);
    for (const user_id of Object.values(user_ids))
      expect(members.map((member) => member.user_id)).not.toContain(user_id);
  });
});
