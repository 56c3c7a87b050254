import { type Attached, inForce, type Terms } from './ruleKinds.ts';

/** Combines the policies of a document to the strictest. A policy without rules asks for nothing. */
export function combine(attached: readonly Attached[]): Terms {
  let terms: Terms = {
    signIn: null,
    allowed: [],
    acknowledgements: [],
    ends: null,
    watermark: null,
    view_only: null,
  };
  const oldestFirst = attached.toSorted((a, b) => Date.parse(a.attached_at) - Date.parse(b.attached_at));
  for (const one of oldestFirst)
    for (const { kind, value } of inForce(one.policy.rules))
      if (kind.binds === 'readers') terms = { ...terms, ...kind.narrow(terms, value, one) };
  return terms;
}

/** Returns whether the policies of a document ask for anything of its readers. */
export const bindsReaders = (attached: readonly Attached[]): boolean =>
  attached.some(({ policy }) => inForce(policy.rules).some(({ kind }) => kind.binds === 'readers'));
