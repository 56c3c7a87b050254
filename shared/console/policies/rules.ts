import type { Operations } from '../../client/types.ts';
import { endOfDay, formatDate, formatList, t } from '../words/words.ts';

export type Policy = Operations['getPolicy']['output'];
export type Rules = Policy['rules'];
export type RuleName = keyof Rules;

export interface RuleKind {
  /** `readers`: the rule binds readers. `keeping`: it retains documents. */
  readonly part: 'readers' | 'keeping';
  /** The control of its value. `none`: it is on or off. */
  readonly control: 'none' | 'addresses' | 'domains' | 'text' | 'day' | 'days';
  /** A rule that a policy cannot have together with this one. */
  readonly excludes?: RuleName;
}

/** How the editor shows each rule of the contract, in its order. */
const kinds: Readonly<Record<RuleName, RuleKind>> = {
  require_sign_in: { part: 'readers', control: 'none' },
  allowed_emails: { part: 'readers', control: 'addresses' },
  allowed_email_domains: { part: 'readers', control: 'domains' },
  acknowledgement: { part: 'readers', control: 'text' },
  watermark: { part: 'readers', control: 'none' },
  view_only: { part: 'readers', control: 'none' },
  expires_at: { part: 'readers', control: 'day', excludes: 'expires_after_days' },
  expires_after_days: { part: 'readers', control: 'days', excludes: 'expires_at' },
  retain_until: { part: 'keeping', control: 'day', excludes: 'retain_for_days' },
  retain_for_days: { part: 'keeping', control: 'days', excludes: 'retain_until' },
  legal_hold: { part: 'keeping', control: 'none', excludes: 'locked' },
  locked: { part: 'keeping', control: 'none', excludes: 'legal_hold' },
};

export const ruleKinds = Object.entries(kinds) as readonly (readonly [RuleName, RuleKind])[];

/** A long list of addresses is shown by its length. */
const listedMax = 3;

/** Says in words what the rules of a policy require. Without rules, there is nothing. */
export const ruleTexts = (rules: Rules): string[] =>
  ruleKinds.flatMap(([name, { control }]) => {
    const value = rules[name];
    if (value === undefined || value === false) return [];
    const count = typeof value === 'object' ? value.length : Number(value);
    const names =
      typeof value !== 'object' ? '' : count > listedMax ? t('rules.several', { count }) : formatList(value);
    const date = control === 'day' ? formatDate(String(value)) : '';
    return [t(`rules.${name}`, { count, names, date })];
  });

/** Without rules, the policy is a label. */
export const rulesText = (rules: Rules = {}): string => ruleTexts(rules).join(' · ') || t('attached.label');

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
  day: endOfDay,
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
