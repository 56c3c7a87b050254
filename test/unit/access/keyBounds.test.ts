import { describe, expect, test } from 'vitest';
import { covers, expiryWithin, permissionsWithin } from '../../../shared/access/keyBounds.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const day = 86_400_000;
const at = (days: number) => new Date(now + days * day).toISOString();

const reading: Permission[] = ['document#read'];
const both: Permission[] = ['document#read', 'document#write'];
const maker = (permissions: Permission[] | null, expires_at: string | null = null) => ({
  permissions,
  created_at: at(-10),
  expires_at,
});

// Threat: A key gives itself more permissions, a later end, or keys that outlive it
test('permissions of a new key are those of its maker, or the requested ones among them, each once', () => {
  expect(permissionsWithin(reading)).toEqual(reading);
  expect(permissionsWithin(both, ['document#write', 'document#read', 'document#write'])).toEqual(both);
  expect(() => permissionsWithin(reading, both)).toThrow('document#write');
});

describe('the end of a new key', () => {
  // Threat: A key gives itself more permissions, a later end, or keys that outlive it
  test.for([
    ['a session, without a longest life of keys', null, null, null],
    ['a session, with a longest life of keys', null, 90, at(90)],
    ['a key without an end', maker(null), null, null],
    ['a key with an end', maker(null, at(3)), null, at(3)],
    ['a key with an end before its longest life', maker(null, at(3)), 90, at(3)],
    ['a key that has used up a part of its longest life', maker(null), 90, at(80)],
    ['a key with an end beyond its longest life', maker(null, at(100)), 90, at(80)],
  ] as const)('is by default the latest possible: %s', ([, credential, longestLifeDays, expected]) => {
    expect(expiryWithin(credential, longestLifeDays, undefined, now)).toBe(expected);
    if (expected === null) return;
    const later = new Date(Date.parse(expected) + 1).toISOString();
    expect(expiryWithin(credential, longestLifeDays, expected, now)).toBe(expected);
    expect(() => expiryWithin(credential, longestLifeDays, later, now)).toThrow(expected);
  });

  test('can be at any time in the future if there is no limit', () => {
    expect(expiryWithin(null, null, '2126-01-31T09:30:00+02:00', now)).toBe('2126-01-31T07:30:00.000Z');
    expect(() => expiryWithin(null, null, at(0), now)).toThrow('must lie in the future');
  });
});

test.for([
  [null, null, true],
  [null, reading, true],
  [maker(null), null, true],
  [maker(both), reading, true],
  [maker(both), both, true],
  [maker(reading), both, false],
  [maker(both), null, false],
] as const)('a credential with %j covers a key with %j: %s', ([credential, permissions, covered]) => {
  expect(covers(credential, { permissions: permissions && [...permissions] })).toBe(covered);
});
