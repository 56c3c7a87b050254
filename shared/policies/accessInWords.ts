import type { AccessLevel } from '../contract/enumerations.ts';
import type { GroupId } from '../contract/identifiers.ts';
import { type Worded, worded } from '../words/worded.ts';
import { isAmong } from './allowedReaders.ts';
import { bindsReaders, combine } from './combine.ts';
import type { AllowedReaders, Attached } from './ruleKinds.ts';

interface Readable {
  readonly access_level: AccessLevel;
  readonly organization_name: string | null;
  /** Absent or 0 if the document is shared with nobody. */
  readonly share_count?: number | undefined;
}

/**
 * Says who may read a document at `now` (epoch milliseconds), by its access level, its shares and its policies. A private document without
 * shares has no readers, so its policies do not matter.
 *
 * @param isThere whether a group exists. Default: all do
 */
export function accessInWords(
  { access_level, organization_name, share_count = 0 }: Readable,
  attached: readonly Attached[],
  now: number,
  isThere: (id: GroupId) => boolean = () => true,
): Worded {
  const isShared = share_count > 0;
  if (access_level === 'private' && !isShared) return worded('access.creatorOnly');
  const { allowed, ends, unknown } = combine(attached);
  if (unknown) return worded('access.unknownRule');
  if (ends && ends.atMilliseconds <= now)
    return worded('access.ended', { time: new Date(ends.atMilliseconds) });
  const readers = readersNamed(allowed, isThere);
  const isLimited = bindsReaders(attached);
  if (access_level === 'public') {
    if (readers !== undefined) return worded('access.named', { readers });
    return worded(isLimited ? 'access.publicLimited' : 'access.public');
  }
  if (access_level === 'private') {
    if (readers !== undefined) return worded('access.sharedNamed', { readers });
    return worded(isLimited ? 'access.sharedLimited' : 'access.shared');
  }
  const organization = organization_name ?? worded('access.theOrganization');
  if (readers !== undefined)
    return worded(isShared ? 'access.membersNamedAndShared' : 'access.membersNamed', {
      readers,
      organization,
    });
  const limited = isShared ? 'access.membersAndSharedLimited' : 'access.membersLimited';
  const unlimited = isShared ? 'access.membersAndShared' : 'access.members';
  return worded(isLimited ? limited : unlimited, { organization });
}

/**
 * Counts the readers whom all lists allow; undefined without a list. A list allows its addresses, all addresses of its domains, and the people
 * of its groups. Undefined also for several lists of which one has groups: nobody knows whom both of them allow.
 */
function readersNamed(
  lists: readonly AllowedReaders[],
  isThere: (id: GroupId) => boolean,
): Worded | undefined {
  const groups = new Set(lists.flatMap((list) => list.groups.filter(isThere)));
  if (lists.length === 0) return undefined;
  if (groups.size > 0 && new Set(lists.map(({ policy }) => policy.id)).size > 1) return undefined;
  const all = lists.map(({ readers }) => readers());
  const domains = [...(all[0]?.domains ?? [])].filter((domain) =>
    all.every((list) => list.domains.has(domain)),
  );
  const byDomain = { domains: new Set(domains), emails: new Set<string>() };
  const emails = [...new Set(all.flatMap((list) => [...list.emails]))].filter(
    (email) => all.every((list) => isAmong(list, email)) && !isAmong(byDomain, email),
  );
  const parts = [
    ...(emails.length > 0 ? [worded('access.namedReaders', { count: emails.length })] : []),
    ...(byDomain.domains.size > 0 ? [worded('access.domains', { count: byDomain.domains.size })] : []),
  ];
  if (groups.size > 0) parts.push(worded('access.groups', { count: groups.size }));
  const [first, ...others] = parts;
  if (first === undefined) return worded('access.nobody');
  return others.reduce((before, second) => worded('list.and', { first: before, second }), first);
}
