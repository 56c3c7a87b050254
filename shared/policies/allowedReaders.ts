import * as z from 'zod/mini';
import type { GroupId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { normalizedDomain, normalizedEmail } from '../text/emailAddress.ts';

/** Forms by the places of their texts in a list, without texts that are normalized already. null: the text is no address. */
const forms = z.record(z.string(), z.nullable(z.string()));

/**
 * The normalized forms of the readers whom a policy allows, stored beside its rules, which have the texts that people wrote. The forms
 * count at this revision of the policy only: an older release changes the rules and leaves the forms.
 */
export const normalizedReaders = z.object({
  revision: z.int(),
  allowed_emails: forms,
  allowed_email_domains: forms,
});
type NormalizedReaders = z.infer<typeof normalizedReaders>;

/** A policy that may allow certain readers only. */
export interface AllowingPolicy {
  readonly rules: Rules;
  readonly revision?: number | undefined;
  /** Undefined: no release has stored the forms yet. */
  readonly normalized_readers?: NormalizedReaders | undefined;
}

/** The readers whom a policy allows, normalized. */
export interface Readers {
  readonly emails: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
  readonly groups: ReadonlySet<GroupId>;
}

/** The groups of an organization to which a reader belongs. */
export interface ReaderGroups {
  /** As a member of the organization. */
  readonly asMember: ReadonlySet<GroupId>;
  /** By the address or its domain, which count only while the reader has proven the address. */
  readonly byAddress: ReadonlySet<GroupId>;
}

export const noGroups: ReaderGroups = { asMember: new Set(), byAddress: new Set() };

/** Returns the forms to store with a revision of a policy; undefined for a policy without lists of readers. */
export function formsOf(rules: Rules, revision: number): NormalizedReaders | undefined {
  const { allowed_emails, allowed_email_domains } = rules;
  if (!allowed_emails && !allowed_email_domains) return undefined;
  return {
    revision,
    allowed_emails: changed(allowed_emails, normalizedEmail),
    allowed_email_domains: changed(allowed_email_domains, normalizedDomain),
  };
}

type Normalize = (text: string) => string | undefined;

const changed = (texts: readonly string[] = [], normalize: Normalize): NormalizedReaders['allowed_emails'] =>
  Object.fromEntries(
    texts.flatMap((text, place) => {
      const form = normalize(text) ?? null;
      return form === text ? [] : [[place, form]];
    }),
  );

/** Each policy is parsed once a request, and its rules are then one object. */
const read = new WeakMap<Rules, Readers>();

/** Returns the readers whom a policy allows. Normalizes them only if no forms are stored for this revision, and only once a request. */
export function readersOf({ rules, revision, normalized_readers }: AllowingPolicy): Readers {
  const before = read.get(rules);
  if (before) return before;
  const stored = normalized_readers?.revision === revision ? normalized_readers : undefined;
  const { allowed_emails, allowed_email_domains, allowed_groups } = rules;
  const readers = {
    groups: new Set(allowed_groups),
    emails: normalized(allowed_emails, stored?.allowed_emails, normalizedEmail),
    domains: normalized(allowed_email_domains, stored?.allowed_email_domains, normalizedDomain),
  };
  read.set(rules, readers);
  return readers;
}

const normalized = (
  texts: readonly string[] = [],
  stored: NormalizedReaders['allowed_emails'] | undefined,
  normalize: Normalize,
): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text, place) => {
      const form = stored ? stored[place] : (normalize(text) ?? null);
      return form === null ? [] : (form ?? text);
    }),
  );

/** Returns whether a list of readers has an address, by the address itself or by its domain. `address`: normalized */
export const isAmong = ({ emails, domains }: Pick<Readers, 'emails' | 'domains'>, address: string): boolean =>
  emails.has(address) || domains.has(address.slice(address.lastIndexOf('@') + 1));

/**
 * Returns by what a list of readers has a reader: as a member in one of its groups, or by the address, which needs a proof. Undefined: it does
 * not have the reader. `address`: normalized
 */
export function matchOf(
  list: Readers,
  address: string | undefined,
  { asMember, byAddress }: ReaderGroups,
): 'membership' | 'address' | undefined {
  const groups = [...list.groups];
  if (groups.some((id) => asMember.has(id))) return 'membership';
  const isByAddress = address !== undefined && isAmong(list, address);
  return isByAddress || groups.some((id) => byAddress.has(id)) ? 'address' : undefined;
}
