import type { Rules } from '../contract/resources/rules.ts';
import { counted, dateInWords } from '../words.ts';
import { endOfReading } from './combine.ts';

/** What people are told that a policy asks for, each as a few words; nothing for a policy without rules. */
export function asksFor(rules: Rules, attachedAt: string): string[] {
  const ends = endOfReading(rules, attachedAt);
  const readers = allowedInWords(rules);
  return [
    ...(readers === undefined ? [] : [`for ${readers} only`]),
    ...(rules.require_sign_in && readers === undefined ? ['sign-in'] : []),
    ...(rules.acknowledgement === undefined ? [] : ['acceptance of a text']),
    ...(ends === undefined ? [] : [`reading until ${dateInWords(new Date(ends))}`]),
    ...(rules.watermark ? ['watermark'] : []),
    ...(rules.view_only ? ['viewing without download'] : []),
    ...(rules.retain_until === undefined ? [] : [`kept until ${dateInWords(new Date(rules.retain_until))}`]),
    ...(rules.retain_for_days === undefined ? [] : [`kept for ${counted(rules.retain_for_days, 'day')}`]),
    ...(rules.legal_hold ? ['legal hold'] : []),
  ];
}

/** Names up to this many of each kind: more are counted. */
const maxNamed = 2;

function allowedInWords({ allowed_email_domains = [], allowed_emails = [] }: Rules): string | undefined {
  const parts = [
    ...named(
      allowed_email_domains.map((domain) => `@${domain}`),
      'domain',
    ),
    ...named(allowed_emails, 'address', 'addresses'),
  ];
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

const named = (all: readonly string[], one: string, many = `${one}s`): string[] =>
  all.length > maxNamed ? [`${all.length} ${many}`] : [...all];
