import { expect, test } from 'vitest';
import { passedEnds, retains } from '../../../shared/console/policies/ends.ts';

const attached = '2026-01-10T00:00:00.000Z';
const now = Date.parse('2026-01-20T00:00:00.000Z');
const past = '2026-01-19T23:59:59.000Z';
const later = '2026-01-20T00:00:01.000Z';

test.for([
  // rules, the passed ends before and after the attachment, whether they retain
  [{}, 0, 0, false],
  [{ watermark: true }, 0, 0, false],
  [{ expires_at: past }, 1, 1, false],
  [{ expires_at: later }, 0, 0, false],
  [{ expires_after_days: 9 }, 0, 1, false],
  [{ expires_after_days: 11 }, 0, 0, false],
  [{ retain_until: past, expires_at: past }, 2, 2, false],
  [{ retain_until: later, locked: true }, 0, 0, true],
  [{ retain_for_days: 9 }, 0, 1, false],
  [{ retain_for_days: 11 }, 0, 0, true],
  [{ legal_hold: true }, 0, 0, true],
] as const)('the rules %j are shown as what they do now', ([rules, before, after, isRetaining]) => {
  expect(passedEnds(rules, undefined, now)).toHaveLength(before);
  expect(passedEnds(rules, attached, now)).toHaveLength(after);
  expect(retains(rules, attached, now)).toBe(isRetaining);
});
