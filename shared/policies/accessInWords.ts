import type { AccessLevel } from '../contract/enumerations.ts';
import { normalizedDomain, normalizedEmail } from '../text/emailAddress.ts';
import { counted, momentInWords } from '../text/words.ts';
import { bindsReaders, combine } from './combine.ts';
import { isAmong } from './decide.ts';
import type { AllowedReaders, Attached } from './ruleKinds.ts';

/** A sentence that may contain the name of an organization. The name is separate, because it may be in another script. */
export interface AccessInWords {
  readonly before: string;
  readonly organization?: string;
  readonly after?: string;
}

interface Readable {
  readonly access_level: AccessLevel;
  readonly organization_name: string | null;
  /** Absent or 0 if the document is shared with nobody. */
  readonly share_count?: number | undefined;
}

/**
 * Says who may read a document at `now` (epoch milliseconds), by its access level, its shares and its policies. Policies do not matter for
 * a private document without shares, as it has no readers.
 */
export function accessInWords(
  { access_level, organization_name, share_count = 0 }: Readable,
  attached: readonly Attached[],
  now: number,
): AccessInWords {
  const isShared = share_count > 0;
  if (access_level === 'private' && !isShared) return { before: 'Private: for its creator only' };
  const { allowed, ends } = combine(attached);
  if (ends && ends.atMilliseconds <= now)
    return { before: `Reading ended on ${momentInWords(new Date(ends.atMilliseconds))}` };
  const named = readersNamed(allowed);
  const limit = named === undefined && bindsReaders(attached) ? ', as its policies allow' : '';
  if (access_level === 'public') return { before: named === undefined ? `Public${limit}` : `For ${named}` };
  if (access_level === 'private')
    return {
      before:
        named === undefined
          ? `Private: for its creator and the people it is shared with${limit}`
          : `Private: for its creator, and for ${named} among the people it is shared with`,
    };
  const organization = organization_name ?? 'the organization';
  const others = isShared ? ' and the people it is shared with' : '';
  if (named === undefined) return { before: 'For members of ', organization, after: others + limit };
  return { before: `For ${named} (only members of `, organization, after: `${others})` };
}

/** Counts the readers that all lists allow; undefined without a list. A list allows its addresses and the addresses of its domains. */
function readersNamed(lists: readonly AllowedReaders[]): string | undefined {
  if (lists.length === 0) return undefined;
  const domains = distinct(lists.flatMap((list) => list.domains.map(normalizedDomain))).filter((domain) =>
    lists.every((list) => list.domains.some((one) => normalizedDomain(one) === domain)),
  );
  const emails = distinct(lists.flatMap((list) => list.emails.map(normalizedEmail))).filter(
    (email) => lists.every((list) => isAmong(list, email)) && !isAmong({ domains, emails: [] }, email),
  );
  const parts = [
    ...(emails.length > 0 ? [counted(emails.length, 'named reader')] : []),
    ...(domains.length > 0 ? [`readers with an address of ${counted(domains.length, 'domain')}`] : []),
  ];
  return parts.join(' and ') || 'nobody, because no reader is on all lists of its policies';
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];
