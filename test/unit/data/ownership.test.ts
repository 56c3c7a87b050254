import { describe, expect, test } from 'vitest';
import { withMemberRole } from '../../../shared/data/organizations/organizations.ts';
import { hasPowers, powersFrom } from '../../../shared/data/organizations/ownership.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const hours = (count: number) => now + count * 3_600_000;
const at = (count: number) => new Date(hours(count)).toISOString();

describe('the powers of an owner', () => {
  test.for([
    { what: 'made by an owner with powers', appointed_at: at(0), powersSince: at(-100), from: hours(0) },
    { what: 'who is confirmed while they wait', appointed_at: at(5), powersSince: at(-100), from: hours(5) },
    { what: 'made by an owner without powers', appointed_at: null, powersSince: at(-100), from: hours(24) },
    {
      what: 'who waits while no owner with powers is left',
      appointed_at: null,
      powersSince: null,
      from: null,
    },
    {
      what: 'who waits from the time when an owner with powers is back',
      appointed_at: null,
      powersSince: at(20),
      from: hours(44),
    },
  ])('$what', ({ appointed_at, powersSince, from }) => {
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

  test.for([
    {
      what: 'by somebody with powers',
      member: plain,
      role: 'owner',
      appoints: true,
      ownership: { since: at(0), appointed_at: at(0) },
      counts: { owner_count: 2, appointed_count: 2 },
    },
    {
      what: 'by somebody without',
      member: plain,
      role: 'owner',
      appoints: false,
      ownership: { since: at(0), appointed_at: null },
      counts: { owner_count: 2, appointed_count: 1 },
    },
    {
      what: 'again, by an owner with powers',
      member: waiting,
      role: 'owner',
      appoints: true,
      ownership: { since: at(-1), appointed_at: at(0) },
      counts: { owner_count: 1, appointed_count: 2 },
    },
    {
      what: 'again, by an owner without powers',
      member: appointed,
      role: 'owner',
      appoints: false,
      ownership: appointed.ownership,
      counts: { owner_count: 1, appointed_count: 1 },
    },
    {
      what: 'in place of an owner who had powers',
      member: appointed,
      role: 'admin',
      appoints: false,
      ownership: undefined,
      counts: { owner_count: 0, appointed_count: 0 },
    },
  ] as const)('$what', ({ member, role, appoints, ownership, counts }) => {
    const next = withMemberRole(organization, member, role, { now, appoints });

    expect(next.member).toEqual({ ...plain, role, ...(ownership && { ownership }) });
    expect(next.organization).toEqual({ ...organization, ...counts });
  });

  test('gives powers back to an organization without any', () => {
    const lost = { ...organization, appointed_count: 0, powers_since: null };

    expect(withMemberRole(lost, plain, 'owner', { now, appoints: true }).organization.powers_since).toBe(
      at(0),
    );
    expect(
      withMemberRole(lost, plain, 'owner', { now, appoints: false }).organization.powers_since,
    ).toBeNull();
  });
});
