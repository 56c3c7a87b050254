import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { loosens, retains, retentionOf } from '../../../shared/policies/retention.ts';
import type { Attached } from '../../../shared/policies/ruleKinds.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const inDays = (days: number): string => new Date(now + days * 86_400_000).toISOString();

const attached = (rules: Rules, name = 'Kept', attached_at = inDays(-10)): Attached => ({
  attached_at,
  policy: { id: newId('pol'), name, rules },
});

describe('a document is retained', () => {
  test.for<{ what: string; rules: Rules; until: number | undefined }>([
    { what: 'by no rules', rules: {}, until: undefined },
    { what: 'until a date', rules: { retain_until: inDays(1) }, until: Date.parse(inDays(1)) },
    { what: 'until a date that has passed', rules: { retain_until: inDays(0) }, until: undefined },
    { what: 'for days from attachment', rules: { retain_for_days: 11 }, until: Date.parse(inDays(1)) },
    { what: 'for days that have passed', rules: { retain_for_days: 10 }, until: undefined },
    { what: 'by a legal hold', rules: { legal_hold: true }, until: Infinity },
  ])('$what', ({ rules, until }) => {
    expect(retentionOf([attached(rules)], now)?.untilMilliseconds).toBe(until);
  });

  test('by the policy that ends last, and the answer has its name', () => {
    const policies = [
      attached({ retain_until: inDays(1) }, 'Short'),
      attached({ retain_for_days: 20, locked: true }, 'Long'),
      attached({ retain_until: inDays(2) }, 'Middle'),
    ];

    expect(retentionOf(policies, now)).toMatchObject({ policy: { name: 'Long' }, isLocked: true });
  });

  test('by the locked one of two legal holds', () => {
    const holds = [
      attached({ legal_hold: true }, 'Open'),
      attached({ legal_hold: true, locked: true }, 'Locked'),
    ];

    for (const policies of [holds, holds.toReversed()])
      expect(retentionOf(policies, now)?.policy.name).toBe('Locked');
  });
});

describe('several policies', () => {
  const ends = fc.constantFrom<Partial<Rules>>(
    {},
    { retain_until: inDays(-1) },
    { retain_until: inDays(1) },
    { retain_until: inDays(30) },
    { retain_for_days: 5 },
    { retain_for_days: 15 },
    { retain_for_days: 400 },
  );
  const rules = fc
    .tuple(ends, fc.boolean(), fc.boolean())
    .map(([end, legal_hold, locked]): Rules => ({ ...end, legal_hold, locked }));
  const untilOf = (policies: readonly Attached[]): number =>
    retentionOf(policies, now)?.untilMilliseconds ?? Number.NEGATIVE_INFINITY;

  // Threat: A document that must be kept is deleted
  test('retain a document as long as the strictest of them', () => {
    fc.assert(
      fc.property(fc.array(rules, { maxLength: 5 }), (each) => {
        const policies = each.map((one) => attached(one));

        expect(untilOf(policies)).toBe(Math.max(...policies.map((one) => untilOf([one]))));
      }),
    );
  });

  test('retain it at least as long after changes that do not loosen the rules', () => {
    fc.assert(
      fc.property(rules, rules, fc.integer({ min: -500, max: 0 }), (before, after, day) => {
        fc.pre(!loosens(before, after, now));
        const at = (one: Rules) => [attached(one, 'Kept', inDays(day))];

        expect(untilOf(at(after))).toBeGreaterThanOrEqual(untilOf(at(before)));
      }),
      { numRuns: 300 },
    );
  });

  test('are loosened by the removal of all their rules that retain, and not by the same rules again', () => {
    fc.assert(
      fc.property(rules, (one) => {
        expect(loosens(one, one, now)).toBe(false);
        expect(loosens(one, {}, now)).toBe(retains(one, now));
      }),
    );
  });
});

describe('rules are loosened', () => {
  const hold = { legal_hold: true };
  const dated = { retain_until: inDays(10) };
  const counted = { retain_for_days: 10 };
  const utc = { retain_until: '2036-01-01T00:00:00Z' };
  const local = { retain_until: '2036-01-01T01:00:00+01:00' };
  const ended = { retain_until: inDays(-1), locked: true };

  test.for<[string, Rules, Rules]>([
    ['by an end of a legal hold', hold, dated],
    ['by an earlier date', dated, { retain_until: inDays(9) }],
    ['by fewer days', counted, { retain_for_days: 9 }],
    ['by days in place of a date', dated, { retain_for_days: 99 }],
    ['by the removal of a date beside a legal hold', { ...hold, ...dated }, hold],
    ['by an end of the lock', { ...hold, locked: true }, { ...hold, locked: false }],
  ])('%s', ([, before, after]) => {
    expect(loosens(before, after, now)).toBe(true);
  });

  test.for<[string, Rules, Rules]>([
    ['not by a later date', dated, { retain_until: inDays(11) }],
    ['not by the same time, written otherwise', utc, local],
    ['not by more of it', counted, { ...counted, ...hold, locked: true }],
    ['not by other rules', { ...hold, view_only: true }, hold],
    ['not once it has ended, locked or not', ended, {}],
  ])('%s', ([, before, after]) => {
    expect(loosens(before, after, now)).toBe(false);
  });
});
