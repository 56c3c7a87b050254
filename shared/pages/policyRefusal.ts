import { ApiError } from '../access/errors.ts';
import { policiesWithRulesMax } from '../contract/limits.ts';
import { addressProofDays, type Decision, type Limits, type Refused } from '../policies/decide.ts';
import type { Acknowledgement, PolicyRef } from '../policies/ruleKinds.ts';

/** The reason why a policy refuses what a reader asked for. */
export type WhyNot =
  | Omit<Refused & { readonly reason: 'too_many_policies' | 'not_allowed' | 'address_not_proven' }, 'kind'>
  | Omit<Refused & { readonly reason: 'expired' }, 'kind'>
  | {
      readonly reason: 'acknowledge';
      readonly policy: PolicyRef;
      readonly pending: readonly [Acknowledgement, ...Acknowledgement[]];
    }
  /** The reader may see the document, but may not have the original file. */
  | { readonly reason: keyof Limits; readonly policy: PolicyRef };

const sentences: Readonly<Record<WhyNot['reason'], (name: string) => string>> = {
  too_many_policies: (name) =>
    `The document has more than ${policiesWithRulesMax} policies with rules, such as “${name}”. Ask its creator or an owner or admin to detach some.`,
  not_allowed: (name) => `The policy “${name}” allows other readers only.`,
  address_not_proven: (name) =>
    `The policy “${name}” allows readers by their e-mail addresses, and you have not proven yours for ${addressProofDays} days. Sign in in a browser to prove it.`,
  expired: (name) => `By the policy “${name}”, this document can no longer be read.`,
  acknowledge: (name) =>
    `The policy “${name}” requires that you accept a text first. Open the document’s service_url in a browser.`,
  view_only: (name) =>
    `The policy “${name}” does not allow downloads. Open the document’s service_url in a browser.`,
  watermark: (name) =>
    `The policy “${name}” does not allow downloads without a watermark. Open the document’s service_url in a browser.`,
};

/** The 403 for a reader whom a policy refuses. The message names the policy. */
export class PolicyRefusal extends ApiError {
  readonly why: WhyNot;

  constructor(why: WhyNot) {
    super('insufficient_permissions', sentences[why.reason](why.policy.name));
    this.why = why;
  }
}

/** Returns the refusal for a decision; undefined for one that grants or asks to sign in. */
export function refusalOf(decision: Decision): PolicyRefusal | undefined {
  if (decision.kind === 'refused') return new PolicyRefusal(decision);
  if (decision.kind !== 'acknowledge') return undefined;
  const { pending } = decision;
  return new PolicyRefusal({ reason: 'acknowledge', policy: pending[0].policy, pending });
}
