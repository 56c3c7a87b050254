import { dayMilliseconds } from '../contract/days.ts';
import type { GroupId, PolicyId, RoomId, ShareId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { type Worded, type WordValue, worded } from '../words/worded.ts';
import { type AllowingPolicy, type Readers, readersOf } from './allowedReaders.ts';
import { hasUnknownRule, type StoredRules } from './storedRules.ts';

/** A policy, as readers see it. */
export interface PolicyRef {
  readonly id: PolicyId;
  readonly name: string;
}

/** The source of a limit: a policy, or a way into the document, by its name. */
export type Source = PolicyRef | { readonly way: string };

/** Returns the policy of a limit; null if a way sets the limit. */
export const policyOf = (source: Source): PolicyRef | null => ('way' in source ? null : source);

/** A policy attached to a document, with its rules as they are now. */
export interface Attached {
  /** RFC 3339. The days of a rule count from this time. */
  readonly attached_at: string;
  readonly policy: PolicyRef & AllowingPolicy & { readonly rules: StoredRules };
}

/**
 * The combined terms of a document's policies. Each term names its policy, and each limit its source. `decide` handles some terms by name. All other terms are limits:
 * with such a term, readers never get the uploaded file.
 */
export interface Terms {
  /**
   * The first policy that exceeds a document's limit of policies with rules. With such a policy, no reader can open the document. null if
   * the limit is kept.
   */
  readonly tooMany: PolicyRef | null;
  /** A policy with a rule that this release does not know. With such a policy, no reader can open the document. */
  readonly unknown: PolicyRef | null;
  /** The policy that requires a sign-in. */
  readonly signIn: PolicyRef | null;
  /** The lists of allowed readers. A reader must be in each list. */
  readonly allowed: readonly AllowedReaders[];
  /** Texts to accept, each only once. The text of the oldest attachment comes first. */
  readonly acknowledgements: readonly Acknowledgement[];
  /** The earliest end of reading, in epoch milliseconds. */
  readonly ends: { readonly policy: PolicyRef; readonly atMilliseconds: number } | null;
  readonly watermark: Source | null;
  readonly view_only: Source | null;
}

export interface AllowedReaders {
  readonly policy: PolicyRef;
  /** The groups whose people it allows. */
  readonly groups: readonly GroupId[];
  /** Returns the readers, normalized. */
  readers(): Readers;
}

export interface Acknowledgement {
  readonly source: Source;
  readonly text: string;
  /** The share for which an acceptance counts. Undefined: it counts for the document, or for the room. */
  readonly share?: ShareId;
  /** The room that asks for the text, and for which an acceptance counts. Undefined: no room asks for it. */
  readonly room?: RoomId;
}

/** Returns the terms with one text more, unless they have the text already. */
export const withText = (terms: Terms, added: Acknowledgement): Terms =>
  terms.acknowledgements.some(({ text }) => text === added.text)
    ? terms
    : { ...terms, acknowledgements: [...terms.acknowledgements, added] };

/** The policy that the words describe. */
interface Described {
  readonly rules: Rules;
  /** Epoch milliseconds, like `now`. */
  readonly attachedAt: number;
  readonly now: number;
  /** Whether words name allowed readers, or only count them. */
  readonly namesReaders: boolean;
  /** The names of the groups that exist, by their ids. Undefined: words only count groups. */
  readonly groupNames: GroupNames | undefined;
}

export type GroupNames = ReadonlyMap<GroupId, string>;

type Value<Name extends keyof Rules = keyof Rules> = NonNullable<Rules[Name]>;

/** The definition of a rule. Methods get the value of an active rule, which is never `false`. */
type RuleKind<V = Value> = {
  /** Returns a few words for people; undefined if the words of another rule say the same. */
  words(value: V, policy: Described): Worded | undefined;
} & (
  | {
      /** A document's creator and the owners and admins of its organization are exempt. */
      readonly binds: 'readers';
      /** Returns the terms that the rule changes, from the terms of earlier attachments. */
      narrow(terms: Terms, value: V, attached: Attached): Partial<Terms>;
    }
  | {
      /** Nobody can delete the document before the rule ends. The latest end counts. */
      readonly binds: 'everyone';
      /** Returns the end. Both times are in epoch milliseconds. */
      keepsUntil(value: V, attachedAt: number): number;
    }
  /** Not even owners can end the retention of the policy. */
  | { readonly binds: 'owners' }
);

/** The rules by their names. All code that depends on the set of rules uses this table. */
export const ruleKinds = {
  require_sign_in: {
    binds: 'readers',
    words: (_, policy) => (allowedInWords(policy) === undefined ? worded('rule.signIn') : undefined),
    narrow: ({ signIn }, _, { policy }) => ({ signIn: signIn ?? policy }),
  },
  allowed_email_domains: {
    binds: 'readers',
    words: (_, policy) => allowedInWords(policy),
    narrow: allow,
  },
  allowed_emails: {
    binds: 'readers',
    words: (_, policy) => (policy.rules.allowed_email_domains ? undefined : allowedInWords(policy)),
    narrow: allow,
  },
  allowed_groups: {
    binds: 'readers',
    words: (_, policy) =>
      policy.rules.allowed_email_domains || policy.rules.allowed_emails ? undefined : allowedInWords(policy),
    narrow: allow,
  },
  acknowledgement: {
    binds: 'readers',
    words: () => worded('rule.accept'),
    narrow: (terms, text, { policy }) => withText(terms, { source: policy, text }),
  },
  expires_at: {
    binds: 'readers',
    words: (date, { now }) => readingUntil(Date.parse(date), now),
    narrow: (terms, date, { policy }) => endAt(terms, policy, Date.parse(date)),
  },
  expires_after_days: {
    binds: 'readers',
    words: (days, { attachedAt, now }) => readingUntil(attachedAt + days * dayMilliseconds, now),
    narrow: (terms, days, { attached_at, policy }) =>
      endAt(terms, policy, Date.parse(attached_at) + days * dayMilliseconds),
  },
  watermark: {
    binds: 'readers',
    words: () => worded('rule.watermark'),
    narrow: ({ watermark }, _, { policy }) => ({ watermark: watermark ?? policy }),
  },
  view_only: {
    binds: 'readers',
    words: () => worded('rule.viewOnly'),
    narrow: ({ view_only }, _, { policy }) => ({ view_only: view_only ?? policy }),
  },
  retain_until: {
    binds: 'everyone',
    words: (date, { now }) => keptUntil(Date.parse(date), now),
    keepsUntil: (date) => Date.parse(date),
  },
  retain_for_days: {
    binds: 'everyone',
    words: (days, { attachedAt, now }) => keptUntil(attachedAt + days * dayMilliseconds, now),
    keepsUntil: (days, attachedAt) => attachedAt + days * dayMilliseconds,
  },
  legal_hold: {
    binds: 'everyone',
    words: () => worded('rule.legalHold'),
    keepsUntil: () => Number.POSITIVE_INFINITY,
  },
  locked: {
    binds: 'owners',
    words: (_, { rules }) =>
      inForce(rules).some(({ kind }) => kind.binds === 'everyone') ? worded('rule.locked') : undefined,
  },
} satisfies { readonly [Name in keyof Rules]-?: RuleKind<Value<Name>> };

interface InForce {
  readonly name: keyof Rules;
  readonly kind: RuleKind;
  readonly value: Value;
}

const byName = Object.entries(ruleKinds) as readonly (readonly [keyof Rules, RuleKind])[];

/** Returns the active rules of a policy that this release knows. */
export const inForce = (rules: Rules): InForce[] =>
  byName.flatMap(([name, kind]) => {
    const value = rules[name];
    return value === undefined || value === false ? [] : { name, kind, value };
  });

/**
 * Returns the requirements of a policy at `now` (epoch milliseconds), each in a few words for people; empty for a policy without rules.
 *
 * @param binds selects rules by the people that they bind. Default: all rules
 * @param namesReaders whether the texts have addresses of allowed readers, and names of groups. Default: true
 * @param groupNames the names of the groups that exist. Default: the texts only count groups
 */
export const asksFor = (
  {
    attached_at,
    policy: { rules },
  }: Pick<Attached, 'attached_at'> & { readonly policy: { readonly rules: StoredRules } },
  now: number,
  {
    binds,
    namesReaders = true,
    groupNames,
  }: {
    readonly binds?: RuleKind['binds'];
    readonly namesReaders?: boolean;
    readonly groupNames?: GroupNames | undefined;
  } = {},
): Worded[] => [
  ...inForce(rules)
    .filter(({ kind }) => binds === undefined || kind.binds === binds)
    .flatMap(
      ({ kind, value }) =>
        kind.words(value, { rules, attachedAt: Date.parse(attached_at), now, namesReaders, groupNames }) ??
        [],
    ),
  ...(hasUnknownRule(rules) ? [worded('rule.unknown')] : []),
];

/** Adds a list of allowed readers, and requires a sign-in, which proves a reader's address. */
function allow({ signIn, allowed }: Terms, _: readonly string[], { policy }: Attached): Partial<Terms> {
  return {
    signIn: signIn ?? policy,
    allowed: [
      ...allowed,
      { policy, groups: policy.rules.allowed_groups ?? [], readers: () => readersOf(policy) },
    ],
  };
}

const endAt = ({ ends }: Terms, policy: PolicyRef, atMilliseconds: number): Partial<Terms> =>
  ends && ends.atMilliseconds <= atMilliseconds ? {} : { ends: { policy, atMilliseconds } };

const readingUntil = (end: number, now: number): Worded =>
  worded(end > now ? 'rule.until' : 'rule.ended', { time: new Date(end) });

const keptUntil = (end: number, now: number): Worded =>
  worded(end > now ? 'rule.keptUntil' : 'rule.wasKeptUntil', { time: new Date(end) });

/** With more domains or addresses, the words only count them. */
const maxNamed = 2;

function allowedInWords({ rules, namesReaders, groupNames }: Described): Worded | undefined {
  const { allowed_email_domains = [], allowed_emails = [], allowed_groups = [] } = rules;
  const domains = allowed_email_domains.map((domain) => `@${domain}`);
  const readers =
    namesReaders || allowed_emails.length === 0
      ? named(allowed_emails, 'rule.addresses')
      : [worded('access.namedReaders', { count: allowed_emails.length })];
  const groups = groupsInWords(allowed_groups, namesReaders ? groupNames : undefined);
  const [first, ...others] = [...named(domains, 'rule.domains'), ...readers, ...groups];
  if (first === undefined) return undefined;
  const all = others.reduce((before, second) => worded('list.and', { first: before, second }), first);
  return worded('rule.onlyFor', { readers: all });
}

const named = (all: readonly string[], many: 'rule.addresses' | 'rule.domains'): readonly WordValue[] =>
  all.length > maxNamed ? [worded(many, { count: all.length })] : all;

/** Without names, the words count the groups. With names, they also say how many groups do not exist any more. */
function groupsInWords(ids: readonly GroupId[], names: GroupNames | undefined): readonly WordValue[] {
  const distinct = [...new Set(ids)];
  if (!names) return distinct.length > 0 ? [worded('rule.groups', { count: distinct.length })] : [];
  const found = distinct.flatMap((id) => names.get(id) ?? []);
  const gone = distinct.length - found.length;
  return [
    ...(found.length > maxNamed
      ? [worded('rule.groups', { count: found.length })]
      : found.map((name) => worded('rule.group', { name }))),
    ...(gone > 0 ? [worded('rule.goneGroups', { count: gone })] : []),
  ];
}
