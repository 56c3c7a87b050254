import type { Operations } from '../../client/types.ts';
import type { WordKey } from '../words/catalogue.ts';

export type Policy = Operations['getPolicy']['output'];
export type Rules = Policy['rules'];
export type RuleName = keyof Rules;

export interface RuleKind {
  /** `readers`: the rule binds readers. `keeping`: it retains documents. */
  readonly part: 'readers' | 'keeping';
  /** The text for the rule. */
  readonly word: Extract<WordKey, `rule.${string}`>;
  /** The control for the value of the rule. `none`: the rule has no value. */
  readonly control: 'none' | 'addresses' | 'domains' | 'text' | 'day' | 'days';
  /** A rule that a policy cannot have together with this one. */
  readonly excludes?: RuleName;
}

/** How the editor shows each rule of the contract, in its order. */
const kinds: Readonly<Record<RuleName, RuleKind>> = {
  require_sign_in: { part: 'readers', word: 'rule.signIn', control: 'none' },
  allowed_emails: { part: 'readers', word: 'rule.emails', control: 'addresses' },
  allowed_email_domains: { part: 'readers', word: 'rule.domains', control: 'domains' },
  acknowledgement: { part: 'readers', word: 'rule.acknowledgement', control: 'text' },
  watermark: { part: 'readers', word: 'rule.watermark', control: 'none' },
  view_only: { part: 'readers', word: 'rule.viewOnly', control: 'none' },
  expires_at: { part: 'readers', word: 'rule.ends', control: 'day', excludes: 'expires_after_days' },
  expires_after_days: { part: 'readers', word: 'rule.endsAfter', control: 'days', excludes: 'expires_at' },
  retain_until: { part: 'keeping', word: 'rule.kept', control: 'day', excludes: 'retain_for_days' },
  retain_for_days: { part: 'keeping', word: 'rule.keptFor', control: 'days', excludes: 'retain_until' },
  legal_hold: { part: 'keeping', word: 'rule.hold', control: 'none', excludes: 'locked' },
  locked: { part: 'keeping', word: 'rule.locked', control: 'none', excludes: 'legal_hold' },
};

export const ruleKinds = Object.entries(kinds) as readonly (readonly [RuleName, RuleKind])[];

/** The rules of a policy as the texts of their controls. A rule without a text is off. */
export type Texts = Readonly<Partial<Record<RuleName, string>>>;

const dayOf = (time: string): string => {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

function textOf(value: Rules[RuleName], { control }: RuleKind): string | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return '';
  if (typeof value === 'object') return value.join('\n');
  return control === 'day' ? dayOf(String(value)) : String(value);
}

export const textsOf = (rules: Rules): Texts =>
  Object.fromEntries(
    ruleKinds.flatMap(([name, kind]) => {
      const text = textOf(rules[name], kind);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

const parse = {
  none: () => true,
  addresses: listIn,
  domains: listIn,
  text: (text) => text.trim(),
  day: (text) => new Date(`${text}T23:59:59`).toISOString(),
  days: Number,
} as const satisfies Readonly<Record<RuleKind['control'], (text: string) => unknown>>;

/** Returns the rules from the texts of their controls. A value whose text was not edited stays exactly as in `before`. */
export function rulesOf(texts: Texts, before: Rules): Rules {
  const unchanged = textsOf(before);
  return Object.fromEntries(
    ruleKinds.flatMap(([name, { control }]) => {
      const text = texts[name];
      if (text === undefined) return [];
      return [[name, text === unchanged[name] ? before[name] : parse[control](text)]];
    }),
  );
}

/** Returns the kinds of the rules that differ. */
export const changedRules = (a: Texts, b: Texts) => ruleKinds.filter(([name]) => a[name] !== b[name]);
