import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccessLevel } from '../../shared/contract/enumerations.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { accessInWords } from '../../shared/policies/accessInWords.ts';
import { bindsReaders, combine } from '../../shared/policies/combine.ts';
import { type Decision, decide, decideFileAccess, type ReaderFacts } from '../../shared/policies/decide.ts';
import { loosens, retentionOf } from '../../shared/policies/retention.ts';
import { type Attached, asksFor, ruleKinds } from '../../shared/policies/ruleKinds.ts';
import { inWords } from '../../shared/words/words.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const attached_at = '2026-11-01T12:00:00Z';

const attached = (rules: Rules, name = 'Policy'): Attached => ({
  attached_at,
  policy: { id: newId('pol'), name, rules },
});
const decision = (reader: ReaderFacts, ...policies: Rules[]): Decision =>
  decide(combine(policies.map((rules) => attached(rules))), reader, now);

const [bidders, lawyers] = [newId('grp'), newId('grp')];
const none = { asMember: new Set<never>(), byAddress: new Set<never>() };

type Kinds = typeof ruleKinds;
type ReaderRule = {
  [Rule in keyof Kinds]: Kinds[Rule]['binds'] extends 'readers' ? Rule : never;
}[keyof Kinds];

/** Values for each rule that binds readers. Some of the readers below meet a value, and others do not. */
const values: { readonly [Rule in ReaderRule]: Arbitrary<Rules[Rule]> } = {
  require_sign_in: fc.boolean(),
  allowed_email_domains: fc.subarray(['acme.example', 'b\u00fccher.example'], { minLength: 1 }),
  allowed_emails: fc.subarray(['Ada@acme.example', 'eve@evil.example'], { minLength: 1 }),
  allowed_groups: fc.subarray([bidders, lawyers], { minLength: 1 }),
  acknowledgement: fc.constantFrom('Secret.', 'Very secret.'),
  expires_at: fc.constantFrom('2026-11-22T11:59:59Z', '2026-11-22T12:00:01Z'),
  expires_after_days: fc.constantFrom(20, 22),
  watermark: fc.boolean(),
  view_only: fc.boolean(),
};
const pairs = Object.keys(values).flatMap((one, index, all) =>
  all.slice(index).map((other) => [one, other] as const),
);

const readers: Arbitrary<ReaderFacts> = fc
  .record({
    email: fc.constantFrom(
      null,
      'ada@ACME.example',
      'bo@xn--bcher-kva.example',
      'eve@evil.example',
      'mal@sub.acme.example',
    ),
    isSignedIn: fc.boolean(),
    accepted: fc.subarray(['Secret.', 'Very secret.']),
    asMember: fc.subarray([bidders, lawyers]),
    byAddress: fc.subarray([bidders, lawyers]),
  })
  .map(({ asMember, byAddress, ...reader }) => ({
    ...reader,
    groups: reader.isSignedIn ? { asMember: new Set(asMember), byAddress: new Set(byAddress) } : none,
    isBound: true,
    email: reader.isSignedIn ? reader.email : null,
    emailProvenAtMilliseconds: now,
  }));

/**
 * Returns three values: whether a decision grants reading, whether pages have no watermark, and whether readers may have the file. A
 * stricter decision has fewer true values.
 */
function openness(decided: Decision): readonly [boolean, boolean, boolean] {
  if (decided.kind !== 'granted') return [false, false, false];
  const { watermark, view_only } = decided.granted;
  return [true, watermark === null, view_only === null];
}

const ruleOf = (name: string): Arbitrary<Rules> =>
  values[name as ReaderRule].map((value) => ({ [name]: value }));

// Threat: A reader bypasses the policies of a document
test.for(pairs)('of the rules %s and %s, the stricter one wins, in any order', ([one, other]) => {
  fc.assert(
    fc.property(ruleOf(one), ruleOf(other), readers, (first, second, reader) => {
      const [alone, also] = [openness(decision(reader, first)), openness(decision(reader, second))];

      const both = openness(decision(reader, first, second));

      expect(both).toEqual(alone.map((isOpen, index) => isOpen && also[index] && both[0]));
      expect(both[0]).toBe(alone[0] && also[0]);
      expect(openness(decision(reader, second, first))).toEqual(both);
    }),
    { numRuns: 40 },
  );
});

/** A value for each rule that restricts a reader without an account, or the deletion of a document. */
const inEffect: Readonly<Required<Rules>> = {
  require_sign_in: true,
  allowed_email_domains: ['acme.example'],
  allowed_emails: ['ada@acme.example'],
  allowed_groups: [bidders],
  acknowledgement: 'Secret.',
  expires_at: '2026-11-22T11:59:59Z',
  expires_after_days: 1,
  watermark: true,
  view_only: true,
  retain_until: '2026-11-22T12:00:01Z',
  retain_for_days: 22,
  legal_hold: true,
  locked: true,
};

const stranger: ReaderFacts = {
  isBound: true,
  isSignedIn: false,
  email: null,
  emailProvenAtMilliseconds: null,
  groups: none,
  accepted: [],
};
const nothing = { isFree: true, bindsReaders: false, keeps: false, words: 0 };

describe('a rule has an effect and a description:', () => {
  const rulesThatBind = (whom: string): (keyof Rules)[] =>
    (Object.keys(ruleKinds) as (keyof Rules)[]).filter((name) => ruleKinds[name].binds === whom);
  const free = [true, true, true];
  const effectOf = (rules: Rules) => ({
    isFree: isDeepStrictEqual(openness(decision(stranger, rules)), free),
    bindsReaders: bindsReaders([attached(rules)]),
    keeps: retentionOf([attached(rules)], now) !== undefined,
    words: asksFor(attached(rules), now).length,
  });

  test.for(rulesThatBind('readers'))('%s binds readers', (name) => {
    const effect = { isFree: false, bindsReaders: true, keeps: false, words: 1 };

    expect(effectOf({ [name]: inEffect[name] })).toEqual(effect);
  });

  test.for(rulesThatBind('everyone'))('%s binds everyone', (name) => {
    const effect = { isFree: true, bindsReaders: false, keeps: true, words: 1 };

    expect(effectOf({ [name]: inEffect[name] })).toEqual(effect);
  });

  test.for(rulesThatBind('owners'))('%s binds owners where another rule keeps documents', (name) => {
    const rules = { [name]: inEffect[name] };
    const kept = { ...rules, legal_hold: true };

    expect(effectOf(rules)).toEqual(nothing);
    expect(effectOf(kept)).toEqual({ isFree: true, bindsReaders: false, keeps: true, words: 2 });
    expect(retentionOf([attached(kept)], now)).toMatchObject({ isLocked: true });
    expect(loosens(kept, { legal_hold: true }, now)).toBe(true);
  });

  test.for(Object.keys(inEffect).filter((name) => inEffect[name as keyof Rules] === true))(
    '%s does nothing when false',
    (name) => {
      expect(effectOf({ [name]: false })).toEqual(nothing);
    },
  );
});

const ada: ReaderFacts = {
  isBound: true,
  isSignedIn: true,
  email: 'ada@acme.example',
  emailProvenAtMilliseconds: now,
  groups: none,
  accepted: [],
};
const daysAgo = (days: number) => now - days * 24 * 60 * 60 * 1000;

const [granted, signIn, notAllowed] = [{ kind: 'granted' }, { kind: 'sign_in' }, { reason: 'not_allowed' }];
const notProven = { reason: 'address_not_proven' };
const elsewhere = { allowed_emails: ['x@y.example'] };
const ofBidders = { allowed_groups: [bidders] };
const member = { asMember: new Set([bidders]), byAddress: new Set<never>() };
const byAddress = { asMember: new Set<never>(), byAddress: new Set([bidders]) };
const ofAcme = { allowed_email_domains: ['acme.example'] };
const old = { ...ada, emailProvenAtMilliseconds: daysAgo(90) };
const [textA, textB] = [{ acknowledgement: 'A' }, { acknowledgement: 'B' }];
const ends = [{ expires_at: '2027-01-01T00:00:00Z' }, { expires_after_days: 21 }];

describe('a decision', () => {
  // Threat: A person has lost an address, and still reads with a key because of it
  test.for<[string, ReaderFacts, Rules[], object]>([
    ['nothing asked', stranger, [{}], granted],
    ['signing in', stranger, [{ require_sign_in: true }], signIn],
    ['an address without signing in', stranger, [{ allowed_emails: ['ada@acme.example'] }], signIn],
    ['an address or a domain', ada, [{ ...elsewhere, allowed_email_domains: ['ACME.example'] }], granted],
    ['a domain below', { ...ada, email: 'ada@eu.acme.example' }, [ofAcme], notAllowed],
    ['an address of two policies', ada, [{ allowed_emails: ['ada@acme.example'] }, elsewhere], notAllowed],
    ['no address', { ...ada, email: null }, [ofAcme], notAllowed],
    ['a proof of 89 days', { ...ada, emailProvenAtMilliseconds: daysAgo(89) }, [ofAcme], granted],
    ['a proof of 90 days', old, [ofAcme], notProven],
    ['a group, without an address', { ...ada, groups: member, email: null }, [ofBidders], granted],
    ['a group, by the address', { ...ada, groups: byAddress }, [ofBidders], granted],
    ['a group, by an old address', { ...old, groups: byAddress }, [ofBidders], notProven],
    ['another group', { ...ada, groups: member }, [{ allowed_groups: [lawyers] }], notAllowed],
    ['a group or an address', ada, [{ ...ofBidders, allowed_emails: ['ada@acme.example'] }], granted],
    ['a group, and an address elsewhere', { ...ada, groups: member }, [ofBidders, elsewhere], notAllowed],
    ['a group without signing in', stranger, [ofBidders], signIn],
    ['no proof, of another address', { ...ada, emailProvenAtMilliseconds: null }, [elsewhere], notAllowed],
    ['no proof, where no address counts', { ...ada, emailProvenAtMilliseconds: null }, [{}], granted],
    ['the earliest end', ada, ends, { reason: 'expired', endedAtMilliseconds: now }],
    ['an end to come', ada, [{ expires_after_days: 22 }], granted],
    ['one text of two policies', ada, [textA, textA], { kind: 'acknowledge', pending: [{ text: 'A' }] }],
    ['the texts that are left', { ...ada, accepted: ['A'] }, [textA, textB], { pending: [{ text: 'B' }] }],
    [
      'a watermark and images',
      ada,
      [{ watermark: true }, { view_only: true }],
      { granted: { watermark: { name: 'Policy' }, view_only: { name: 'Policy' }, isBound: true } },
    ],
    [
      'all of it, unbound',
      { ...ada, isBound: false },
      [{ watermark: true, view_only: true, expires_after_days: 1, ...elsewhere, acknowledgement: 'A' }],
      { granted: { watermark: null, view_only: null, isBound: false } },
    ],
  ])('on %s', ([_, reader, policies, expected]) => {
    expect(decision(reader, ...policies)).toMatchObject(expected);
  });

  // Threat: A reader bypasses the policies of a document
  test('allows the file itself only if no policy requires anything else', () => {
    const wayUnder = (rules: Rules) => {
      const decided = decision(ada, rules);
      return decided.kind === 'granted' && decideFileAccess(decided.granted).kind;
    };

    expect(
      [{}, { watermark: true }, { view_only: true }, { watermark: true, view_only: true }].map(wayUnder),
    ).toEqual(['file', 'watermark', 'view_only', 'view_only']);
  });
});

test('rules are described in words', () => {
  const rules: Rules = {
    require_sign_in: true,
    allowed_email_domains: ['acme.example'],
    allowed_emails: ['a@b.example', 'c@d.example', 'e@f.example'],
    ...{ acknowledgement: 'Secret.', expires_after_days: 30, watermark: true, view_only: true },
    ...{ retain_for_days: 3650, legal_hold: true, locked: true },
  };

  expect(asksFor(attached(rules), now).map(inWords)).toEqual([
    'for @acme.example and 3 addresses only',
    'must accept a text first',
    'reading until 1 December 2026 at 12:00 UTC',
    'watermark on every page',
    'cannot be downloaded',
    'kept until 29 October 2036 at 12:00 UTC',
    'legal hold',
    'locked',
  ]);
});

test('a time in the past is described as past', () => {
  const past = { expires_at: '2026-11-22T11:59:00Z', retain_until: '2026-11-22T12:00:00Z' };

  expect(asksFor(attached(past), now).map(inWords)).toEqual([
    'reading ended on 22 November 2026 at 11:59 UTC',
    'was kept until 22 November 2026 at 12:00 UTC',
  ]);
});

test('groups are described by number, or by their names and as deleted', () => {
  const of = attached({ allowed_groups: [bidders, lawyers], allowed_email_domains: ['acme.example'] });
  const groupNames = new Map([[bidders, 'Bidders']]);
  const described = (options: Parameters<typeof asksFor>[2]) => asksFor(of, now, options).map(inWords);

  expect(described({})).toEqual(['for @acme.example and 2 groups only']);
  expect(described({ groupNames })).toEqual([
    'for @acme.example and the group Bidders and 1 deleted group only',
  ]);
  expect(described({ groupNames, namesReaders: false })).toEqual(['for @acme.example and 2 groups only']);
});

const ofSecond = { allowed_emails: ['bo@b\u00fccher.example'] };
const [first, second] = ['Ada@acme.example', 'bo@b\u00fccher.example'];
test.for<[words: string, level: AccessLevel, policies: Rules[], share_count?: number]>([
  ['Private: for its creator only', 'private', [{ allowed_emails: [first] }]],
  ['For members of Acme', 'organization', [{}]],
  ['For members of Acme, as its policies allow', 'organization', [{ watermark: true }]],
  ['For 1 named reader (only members of Acme)', 'organization', [{ allowed_emails: [first] }]],
  ['Public', 'public', [{ legal_hold: true }]],
  ['For 2 named readers', 'public', [{ allowed_emails: [first, second, 'ada@ACME.example'] }]],
  ['For 1 named reader', 'public', [{ allowed_emails: [first, second] }, ofAcme]],
  ['For 1 named reader and readers with an address of 1 domain', 'public', [{ ...ofSecond, ...ofAcme }]],
  [
    'For nobody, because no reader is on all lists of its policies',
    'public',
    [{ allowed_emails: [first] }, { allowed_emails: [second] }],
  ],
  ['For 1 named reader and 1 group of people', 'public', [{ allowed_emails: [first], ...ofBidders }]],
  ['Reading ended on 22 November 2026 at 12:00 UTC', 'public', [{ expires_after_days: 21 }]],
  [
    'Private: for its creator, and for 1 named reader among the people it is shared with',
    'private',
    [{ allowed_emails: [first] }],
    1,
  ],
  ['For members of Acme and the people it is shared with', 'organization', [], 1],
  ['Public', 'public', [], 1],
])(
  'the permitted readers are described: %s, at level %s',
  ([words, access_level, policies, share_count = 0]) => {
    const document = { access_level, share_count, organization_name: 'Acme' };
    const attachments = policies.map((rules) => attached(rules));

    expect(inWords(accessInWords(document, attachments, now))).toBe(words);
  },
);
