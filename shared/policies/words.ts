import type { Rules } from '../contract/resources/rules.ts';
import { inForce } from './ruleKinds.ts';

/** Returns what people are told that a policy asks for, each as a few words; nothing for a policy without rules. */
export const asksFor = (rules: Rules, attachedAt: string): string[] =>
  inForce(rules).flatMap(({ kind, value }) => kind.words(value, rules, attachedAt) ?? []);
