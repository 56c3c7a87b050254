import { describe, expect, test } from 'vitest';
import { withMemberRole } from '../../../shared/data/organizations/organizations.ts';
import { hasPowers, powersFrom } from '../../../shared/data/organizations/ownership.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const hours = (count: number) => now + count * 3_600_000;
const at = (count: number) => new Date(hours(count)).toISOString();

describe('the powers of an owner', () => {
  test.for([
    ['made by an owner with powers', at(0), at(-100), hours(0)],
    ['who is confirmed while they wait', at(5), at(-100), hours(5)],
    ['made by an owner without powers', null, at(-100), hours(24)],
    ['who waits while no owner with powers is left', null, null, null],
    ['who waits from the time when an owner with powers is back', null, at(20), hours(44)],
  ] as const)('%s', ([, appointed_at, powersSince, from]) => {
    const ownership = { since: at(0), appointed_at };

    expect(powersFrom(ownership, powersSince)).toBe(from);
    const has = (time: number) => hasPowers({ ownership }, { powers_since: powersSince }, time);
    if (from === null) expect(has(hours(1_000_000))).toBe(false);
    else expect([has(from - 1), has(from)]).toEqual([false, true]);
  });

  test('do not exist for a member without the role', () => {
    expect(hasPowers({}, { powers_since: at(-100) }, now)).toBe(false);
  });
});

describe('a change of a role', () => {
  const organization = {
    id: 'org_00000000000000000000000000',
    name: 'Test',
    owner_count: 1,
    appointed_count: 1,
    powers_since: at(-100),
    webhook_count: 0,
    revision: 1,
  } as const;
  const plain = {
    organization_id: organization.id,
    user_id: 'user_00000000000000000000000000',
    role: 'member',
    joined_at: at(-100),
    name: 'Petra Person',
    email: null,
    given_name: null,
    family_name: null,
    revision: 1,
  } as const;
  const waiting = { ...plain, role: 'owner', ownership: { since: at(-1), appointed_at: null } } as const;
  const appointed = { ...plain, role: 'owner', ownership: { since: at(-1), appointed_at: at(-1) } } as const;

  const since = (from: string, appointed_at: string | null) => ({ since: from, appointed_at });
  test.for([
    ['by somebody with powers', plain, 'owner', true, since(at(0), at(0)), [2, 2]],
    ['by somebody without', plain, 'owner', false, since(at(0), null), [2, 1]],
    ['again, by an owner with powers', waiting, 'owner', true, since(at(-1), at(0)), [1, 2]],
    ['again, by an owner without powers', appointed, 'owner', false, appointed.ownership, [1, 1]],
    ['in place of an owner who had powers', appointed, 'admin', false, undefined, [0, 0]],
  ] as const)('%s', ([, member, role, appoints, ownership, [owner_count, appointed_count]]) => {
    const next = withMemberRole(organization, member, role, { now, appoints });

    expect(next.member).toEqual({ ...plain, role, ...(ownership && { ownership }) });
    expect(next.organization).toEqual({ ...organization, owner_count, appointed_count });
  });

  test.for([
    [true, at(0)],
    [false, null],
  ] as const)(
    'gives powers back to an organization without any, if it appoints: %s',
    ([appoints, powers_since]) => {
      const lost = { ...organization, appointed_count: 0, powers_since: null };

      expect(withMemberRole(lost, plain, 'owner', { now, appoints }).organization).toMatchObject({
        powers_since,
      });
    },
  );
});
