import { policiesWithRulesMax } from '../contract/limits.ts';
import { type Attached, inForce, type PolicyRef, type Terms } from './ruleKinds.ts';
import { hasRules, hasUnknownRule } from './storedRules.ts';

/** Combines a document's policies into the strictest terms. A policy without rules adds no term. */
export function combine(attached: readonly Attached[]): Terms {
  const oldestFirst = attached.toSorted((a, b) => Date.parse(a.attached_at) - Date.parse(b.attached_at));
  let terms: Terms = {
    tooMany: policyBeyondMost(oldestFirst) ?? null,
    unknown: policyNotUnderstood(oldestFirst) ?? null,
    signIn: null,
    allowed: [],
    acknowledgements: [],
    ends: null,
    watermark: null,
    view_only: null,
  };
  for (const one of oldestFirst)
    for (const { kind, value } of inForce(one.policy.rules))
      if (kind.binds === 'readers') terms = { ...terms, ...kind.narrow(terms, value, one) };
  return terms;
}

/** Returns the first policy that exceeds the limit of policies with rules on a document; undefined if the limit is kept. */
const policyBeyondMost = (oldestFirst: readonly Attached[]): PolicyRef | undefined =>
  oldestFirst.filter(({ policy }) => hasRules(policy))[policiesWithRulesMax]?.policy;

/** Returns the first policy with a rule that this release does not know; undefined if there is none. */
const policyNotUnderstood = (oldestFirst: readonly Attached[]): PolicyRef | undefined =>
  oldestFirst.find(({ policy }) => hasUnknownRule(policy.rules))?.policy;

/** Returns whether a policy of a document has a rule that this release does not know. Readers cannot open such a document. */
export const isNotUnderstood = (attached: readonly Attached[]): boolean =>
  policyNotUnderstood(attached) !== undefined;

/** Returns whether a document has too many policies with rules. This happens if a policy gets rules after it was attached. */
export const hasTooManyPolicies = (attached: readonly Attached[]): boolean =>
  policyBeyondMost(attached) !== undefined;

/** Returns whether a document has rules for its readers. A rule that this release does not know counts as one. */
export const bindsReaders = (attached: readonly Attached[]): boolean =>
  attached.some(
    ({ policy }) =>
      hasUnknownRule(policy.rules) || inForce(policy.rules).some(({ kind }) => kind.binds === 'readers'),
  );

/** Returns whether a policy requires that readers sign in. */
export const asksToSignIn = (attached: Attached): boolean => combine([attached]).signIn !== null;
