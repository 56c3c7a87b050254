import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { accessInWords } from '../../../shared/policies/accessInWords.ts';
import { noGroups } from '../../../shared/policies/allowedReaders.ts';
import { bindsReaders, combine } from '../../../shared/policies/combine.ts';
import { decide } from '../../../shared/policies/decide.ts';
import { locksMore, loosens, retentionOf } from '../../../shared/policies/retention.ts';
import { asksFor, ruleKinds } from '../../../shared/policies/ruleKinds.ts';
import { hasRules, hasUnknownRule, readRules, storableRules } from '../../../shared/policies/storedRules.ts';
import { inWords } from '../../../shared/words/words.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const policy = { id: `pol_${'0'.repeat(26)}`, name: 'Later' } as const;
const reader = {
  isBound: true,
  isSignedIn: true,
  email: null,
  emailProvenAtMilliseconds: now,
  groups: noGroups,
  accepted: [],
};

const known: Rules = {
  require_sign_in: true,
  allowed_emails: ['ada@acme.example'],
  expires_at: '2026-12-01T00:00:00.000Z',
  expires_after_days: 3,
  legal_hold: true,
  locked: true,
};

describe('stored rules of a later release', () => {
  const names = fc.oneof(fc.constantFrom(...Object.keys(ruleKinds), '__proto__'), fc.string());
  const stored = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
  );

  // Threat: After a rollback, a rule or a share of a later release opens more than it should
  test('are read without an error, close a document, keep it, and are stored again as they were', () => {
    fc.assert(
      fc.property(stored, (value) => {
        const rules = readRules(value);
        expect(JSON.parse(JSON.stringify(storableRules(rules)))).toEqual(JSON.parse(JSON.stringify(value)));
        if (!hasUnknownRule(rules)) return;
        const attached = [
          { attached_at: '2026-11-01T12:00:00.000Z', policy: { ...policy, rules: { ...rules } } },
        ];
        expect(decide(combine(attached), reader, now)).toMatchObject({ reason: 'unknown_rule' });
        expect(retentionOf(attached, now)).toMatchObject({ isUnknown: true });
        expect(bindsReaders(attached)).toBe(true);
        expect(hasRules({ rules })).toBe(true);
      }),
    );
  });

  test('are unknown exactly if this release does not know a name or a value', () => {
    expect(readRules(known)).toEqual(known);
    expect(hasUnknownRule(readRules(known))).toBe(false);
    expect(hasUnknownRule(readRules({}))).toBe(false);
    for (const name of ['allowed_rooms', ...Object.keys(ruleKinds)]) {
      const rules = readRules({ ...known, [name]: { of: 'a later release' } });
      const { [name as keyof Rules]: _, ...others } = known;
      expect(hasUnknownRule(rules), name).toBe(true);
      expect(JSON.parse(JSON.stringify(rules)), name).toEqual(others);
    }
  });

  // Threat: After a rollback, a rule or a share of a later release opens more than it should
  test('are lost only by a change that loosens, which a lock refuses', () => {
    const later = readRules({ allowed_rooms: [], locked: true });

    expect(loosens(later, {}, now)).toBe(true);
    expect(loosens(later, { locked: true }, now)).toBe(true);
    expect(loosens({}, later, now)).toBe(false);
    expect(locksMore(later, { ...later }, now)).toBe(false);
  });

  test('are named in words', () => {
    const attached = {
      attached_at: '2026-11-01T12:00:00.000Z',
      policy: { ...policy, rules: readRules({ a: 1 }) },
    };
    const readable = { access_level: 'public', organization_name: null } as const;

    expect(asksFor(attached, now).map(inWords)).toEqual([expect.stringContaining('does not know')]);
    expect(inWords(accessInWords(readable, [attached], now))).toContain('No reader');
  });
});
