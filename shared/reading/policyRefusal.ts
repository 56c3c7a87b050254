import { ApiError } from '../access/errors.ts';
import type { RoomId } from '../contract/identifiers.ts';
import { policiesWithRulesMax } from '../contract/limits.ts';
import type { StampedCopy } from '../data/reading/stampedCopies.ts';
import { addressProofDays, type Decision, type Limits, type Refused } from '../policies/decide.ts';
import { type Acknowledgement, policyOf, type Source } from '../policies/ruleKinds.ts';

/** The reason why a reader's request is refused, and the policy or way that refuses it. */
export type WhyNot =
  | Omit<
      Refused & {
        readonly reason: 'too_many_policies' | 'unknown_rule' | 'not_allowed' | 'address_not_proven';
      },
      'kind'
    >
  | Omit<Refused & { readonly reason: 'expired' }, 'kind'>
  | {
      readonly reason: 'acknowledge';
      readonly source: Source;
      readonly pending: readonly [Acknowledgement, ...Acknowledgement[]];
    }
  /** The reader may see the document, but may not have the original file. */
  | { readonly reason: Exclude<keyof Limits, 'watermark'>; readonly source: Source }
  | {
      readonly reason: 'watermark';
      readonly source: Source;
      /** Why the file gets no watermark. */
      readonly unstamped: Unstamped;
    };

/** `text`: the reader asked for the text of pages, which has no watermark. */
type Unstamped = NonNullable<StampedCopy['refusal']> | 'text';

const unstampedSentences: Readonly<Record<Unstamped, (open: string) => string>> = {
  text: (open) => `A text cannot have one. ${open}`,
  password: () => 'This file cannot get one, because it asks for a password.',
  damaged: (open) => `This file cannot get one, because it is damaged. ${open}`,
  too_costly: (open) => `This file cannot get one, because that takes too much time or memory. ${open}`,
};

/** What a policy keeps from its reader. Default: a document that is read by no room */
interface Kept {
  readonly what?: 'document' | 'room';
  /** The room by which the document is read. No other address opens the document, and shows its texts with those of the gate. */
  readonly room?: RoomId | undefined;
}

/** The sentence for each reason. `policy` is its subject, and `open` says where the reader sees what is kept. */
const sentences: Readonly<
  Record<WhyNot['reason'], (policy: string, kept: 'document' | 'room', open: string) => string>
> = {
  too_many_policies: (policy, kept) =>
    `The ${kept} has more than ${policiesWithRulesMax} policies with rules. ${policy} is one of them. Ask the ${kept}’s creator or an owner or admin to detach some.`,
  unknown_rule: (policy, kept) =>
    `${policy} has a rule that this release of the service does not know. The service must be updated before the ${kept} can be read.`,
  not_allowed: (policy) => `${policy} allows other readers only.`,
  address_not_proven: (policy) =>
    `${policy} allows readers by their e-mail addresses, and you have not proven yours for ${addressProofDays} days. Sign in in a browser to prove it.`,
  expired: (policy, kept) => `${policy} says that this ${kept} can no longer be read.`,
  acknowledge: (policy, _, open) => `${policy} requires that you accept a text first. ${open}`,
  view_only: (policy, _, open) => `${policy} does not allow downloads. ${open}`,
  watermark: (policy) => `${policy} does not allow downloads without a watermark.`,
};

/**
 * The 403 for a reader whom a policy refuses. The message names the policy if the reader may learn its name. A way into the document has no
 * name for readers.
 */
export class PolicyRefusal extends ApiError {
  readonly why: WhyNot;
  /** Whether the reader may learn the names of policies. */
  readonly namesPolicy: boolean;

  constructor(why: WhyNot, namesPolicy: boolean, { what = 'document', room }: Kept = {}) {
    const open = `Open the ${what}’s service_url${room ? ` with ?room=${room}` : ''} in a browser.`;
    const sentence = sentences[why.reason](subject(why.source, namesPolicy), what, open);
    super(
      'insufficient_permissions',
      why.reason === 'watermark' ? `${sentence} ${unstampedSentences[why.unstamped](open)}` : sentence,
    );
    this.why = why;
    this.namesPolicy = namesPolicy;
  }
}

function subject(source: Source, namesPolicy: boolean): string {
  const policy = policyOf(source);
  if (!policy) return 'Your access';
  return namesPolicy ? `The policy “${policy.name}”` : 'A policy';
}

/** Returns the refusal for a decision; null if the decision grants access or asks to sign in. */
export function refusalOf(decision: Decision, namesPolicy: boolean, kept?: Kept): PolicyRefusal | null {
  if (decision.kind === 'refused') return new PolicyRefusal(decision, namesPolicy, kept);
  if (decision.kind !== 'acknowledge') return null;
  const { pending } = decision;
  return new PolicyRefusal({ reason: 'acknowledge', source: pending[0].source, pending }, namesPolicy, kept);
}
