import type { PolicyId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';

/** A policy, as far as readers are told which one keeps them from something. */
export interface PolicyRef {
  readonly id: PolicyId;
  readonly name: string;
}

/** A policy attached to a document, with its rules as they are now. */
export interface Attached {
  /** RFC 3339: numbers of days count from here. */
  readonly attached_at: string;
  readonly policy: PolicyRef & { readonly rules: Rules };
}

/** What the policies of a document ask for together. Each term names the policy that it comes from. */
export interface Terms {
  /** The policies of whose readers it is asked that they sign in. */
  readonly signIn: readonly PolicyRef[];
  /** The readers whom policies allow; each has to allow a reader. */
  readonly allowed: readonly AllowedReaders[];
  /** Texts to accept, the oldest attachment's first, each once. */
  readonly acknowledgements: readonly Acknowledgement[];
  /** The earliest end of reading, in epoch milliseconds. */
  readonly ends: { readonly policy: PolicyRef; readonly atMilliseconds: number } | null;
  readonly watermark: PolicyRef | null;
  readonly viewOnly: PolicyRef | null;
}

export interface AllowedReaders {
  readonly policy: PolicyRef;
  /** As they were written: `decide` compares them in their normalized form. */
  readonly domains: readonly string[];
  readonly emails: readonly string[];
}

export interface Acknowledgement {
  readonly policy: PolicyRef;
  readonly text: string;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Combines the policies of a document to the strictest. A policy without rules asks for nothing. */
export function combine(attached: readonly Attached[]): Terms {
  const policies = attached
    .toSorted((a, b) => Date.parse(a.attached_at) - Date.parse(b.attached_at))
    .map(({ attached_at, policy: { id, name, rules } }) => ({
      attached_at,
      policy: { id, name },
      rules,
    }));

  const first = (asks: (rules: Rules) => boolean | undefined): PolicyRef | null =>
    policies.find(({ rules }) => asks(rules))?.policy ?? null;
  const allowed = policies.flatMap(({ policy, rules }) =>
    rules.allowed_emails || rules.allowed_email_domains
      ? { policy, domains: rules.allowed_email_domains ?? [], emails: rules.allowed_emails ?? [] }
      : [],
  );
  const texts = new Map<string, Acknowledgement>();
  for (const { policy, rules } of policies)
    if (rules.acknowledgement !== undefined && !texts.has(rules.acknowledgement))
      texts.set(rules.acknowledgement, { policy, text: rules.acknowledgement });
  const ends = policies.flatMap(({ attached_at, policy, rules }) => {
    const atMilliseconds = endOfReading(rules, attached_at);
    return atMilliseconds === undefined ? [] : { policy, atMilliseconds };
  });
  return {
    signIn: policies
      .filter(({ rules }) => rules.require_sign_in || rules.allowed_emails || rules.allowed_email_domains)
      .map(({ policy }) => policy),
    allowed,
    acknowledgements: [...texts.values()],
    ends: ends.toSorted((a, b) => a.atMilliseconds - b.atMilliseconds)[0] ?? null,
    watermark: first(({ watermark }) => watermark),
    viewOnly: first(({ view_only }) => view_only),
  };
}

/** Returns whether the terms ask for anything of readers. */
export const bindsReaders = (terms: Terms): boolean =>
  terms.signIn.length + terms.acknowledgements.length > 0 ||
  terms.ends !== null ||
  terms.watermark !== null ||
  terms.viewOnly !== null;

/** Returns when reading ends by a policy's rules, in epoch milliseconds; undefined: it does not. */
export function endOfReading(
  { expires_at, expires_after_days }: Rules,
  attachedAt: string,
): number | undefined {
  if (expires_at !== undefined) return Date.parse(expires_at);
  if (expires_after_days === undefined) return undefined;
  return Date.parse(attachedAt) + expires_after_days * dayMilliseconds;
}
