/** Stores documents at random, and gives the index what it has of them. Import this file only when the environment names the table. */

import { dayMilliseconds } from '../../../shared/contract/days.ts';
import type { ActorId, DocumentId, PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { type DocumentItem, getDocument } from '../../../shared/data/documents/documents.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { createAttachment, newAttachment } from '../../../shared/data/policies/attachments.ts';
import type { PolicyItem } from '../../../shared/data/policies/policies.ts';
import { acknowledge } from '../../../shared/data/reading/acknowledgements.ts';
import { createShare, newShare } from '../../../shared/data/shares/changes.ts';
import { type Change, transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid, ulidAt } from '../../../shared/data/table/ids.ts';
import { putTexts } from '../../../shared/files/keptTexts.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { visitors } from '../rooms/randomRoom.ts';
import { leftAtOf, timeAround } from '../rooms/records.ts';
import { type StoredCast, storePolicy, userOf } from '../rooms/storedRandomRoom.ts';
import type { Table } from '../stages/table.ts';
import type { DrawnDocument, DrawnPolicy, DrawnShare, Governed, Indexed } from './randomDocuments.ts';
import { entriesOf, storeWritten, type Written } from './searchStage.ts';

/** The words that all titles, descriptions and texts have, each of its own. */
export const wordOf = { title: 'paper', description: 'parties', text: 'zulu' } as const;

export const textOf = (title: string): string =>
  `The ${wordOf.text} of ${title.replace('Paper', 'number')} begins here`;

/** The policies of an organization, and as many more as close a document. */
export interface StoredPolicies {
  readonly of: (policy: DrawnPolicy) => PolicyItem;
  readonly tooMany: readonly PolicyItem[];
}

const some = { id: newId('user'), type: 'user_account', name: 'Somebody' } as const;
/** Policies were attached so long ago. */
const attachedDaysAgo = 4;

const textOfPolicy = ({ name }: DrawnPolicy): string => `I accept ${name}.`;

function rulesOf(policy: DrawnPolicy, cast: StoredCast, now: number): Rules {
  const { allowed, hasText, ends, endsByDays, limit, hasOthers } = policy;
  const end = timeAround(ends, now);
  return {
    ...(allowed && {
      allowed_emails: allowed.addresses.map(cast.addressOf),
      ...(allowed.groups.length > 0 && { allowed_groups: allowed.groups.map(cast.idOfGroup) }),
      ...(allowed.domains.length > 0 && { allowed_email_domains: allowed.domains.map(cast.domainOf) }),
    }),
    ...(hasText && { acknowledgement: textOfPolicy(policy) }),
    ...(end && (endsByDays ? { expires_after_days: ends === 'later' ? 30 : 2 } : { expires_at: end })),
    ...(limit && { [limit]: true }),
    ...(hasOthers && { require_sign_in: true, legal_hold: true }),
  };
}

export async function storePolicies(
  drawn: readonly DrawnPolicy[],
  cast: StoredCast,
  table: Table,
  now: number,
): Promise<StoredPolicies> {
  const stored = new Map<DrawnPolicy, PolicyItem>();
  for (const policy of drawn) {
    const rules = rulesOf(policy, cast, now);
    const item = await storePolicy(cast.organization_id, policy.name, rules);
    stored.set(policy, item);
    if (policy.isUnknown)
      await table.set({ ...policyKey(cast.organization_id, item.id) }, 'rules', {
        ...rules,
        of_tomorrow: true,
      });
  }
  const tooMany: PolicyItem[] = [];
  for (let index = 0; index <= 20; index++)
    tooMany.push(await storePolicy(cast.organization_id, 'One more', { retain_for_days: 1 }));
  return {
    of: (policy) => {
      const item = stored.get(policy);
      if (!item) throw new Error('nobody stored this');
      return item;
    },
    tooMany,
  };
}

/** Attaches policies to a document, as it was some days ago. Returns their ids, the newest attachment first. */
export async function govern(
  document: Pick<DocumentItem, 'id'>,
  { policies, hasTooMany, accepted }: Governed,
  stored: StoredPolicies,
  cast: StoredCast,
  now: number,
): Promise<readonly PolicyId[]> {
  const items = [...policies.map(stored.of), ...(hasTooMany ? stored.tooMany : [])];
  const attached_at = new Date(now - attachedDaysAgo * dayMilliseconds).toISOString();
  const writes: Change[] = [
    ...items.flatMap((policy) => createAttachment({ ...newAttachment(document, policy, some), attached_at })),
    ...policies
      .filter(({ hasText }) => hasText)
      .flatMap((policy) =>
        accepted.map((visitor) =>
          acknowledge(
            document.id,
            { user_id: cast.idOf(visitor) },
            { policy_id: stored.of(policy).id, text: textOfPolicy(policy) },
            now,
          ),
        ),
      ),
  ];
  for (let start = 0; start < writes.length; start += 50) await transact(writes.slice(start, start + 50));
  return items.map(({ id }) => id).toReversed();
}

async function storeShare(
  document: DocumentItem,
  { to, hasEnded, isBeforeLeaving, hasAccepted, limit }: DrawnShare,
  cast: StoredCast,
  now: number,
): Promise<void> {
  const at = isBeforeLeaving ? leftAtOf(now) - dayMilliseconds : now;
  const text = 'I accept this share.';
  const share = newShare(document, {
    id: `shr_${ulidAt(at, newId('shr'))}`,
    email: cast.addressOf(to),
    expires_at: timeAround(hasEnded ? 'before' : 'later', now),
    message: '',
    notify_me: false,
    created_by: some,
    rules: { ...(hasAccepted !== null && { acknowledgement: text }), ...(limit && { [limit]: true }) },
  });
  await transact(createShare(share, undefined));
  if (!hasAccepted) return;
  const reader = { user_id: cast.idOf(to) };
  await transact([acknowledge(document.id, reader, { policy_id: null, text, share: share.id }, now)]);
}

/** A document at random, as it is stored, and what the index has of it. */
export interface StoredRandom {
  readonly document: DocumentItem;
  readonly entries: readonly IndexEntry[];
}

export async function storeDocument(
  drawn: DrawnDocument,
  stored: StoredPolicies,
  cast: StoredCast,
  now: number,
): Promise<StoredRandom> {
  const { name, creator, isPersonal, access, shares, content, indexed } = drawn;
  const organization_id = isPersonal ? null : cast.organization_id;
  const created_by = userOf(creator, cast);
  const given = { organization_id, title: name, access_level: access, created_by } as const;
  const written = await storeWritten(given, [textOf(name)], {
    ...(shares.length > 0 && { share_count: shares.length }),
    ...(content === 'unready' && { current_version: null, processing_status: 'processing' }),
    ...(content === 'deleted' && { deletion_id: newUlid(), restorable_until_ms: now + dayMilliseconds }),
  });
  const { document } = written;
  const policies = await govern(document, drawn, stored, cast, now);
  for (const share of shares) await storeShare(document, share, cast, now);
  return { document, entries: entriesAs(indexed, written, policies, cast) };
}

/** Gives a document of a room its text and policies. */
export async function storePaper(
  documentId: DocumentId,
  governed: Governed & { readonly indexed: Indexed },
  stored: StoredPolicies,
  cast: StoredCast,
  now: number,
): Promise<StoredRandom | undefined> {
  const document = await getDocument(documentId);
  const version_id = document?.current_version?.id;
  if (!document || !version_id) return undefined;
  const pages = [textOf(document.title)];
  await putTexts(version_id, { page_count: 1, has_text: true, truncated: false }, pages);
  const policies = await govern(document, governed, stored, cast, now);
  return { document, entries: entriesAs(governed.indexed, { document, version_id, pages }, policies, cast) };
}

function entriesAs(
  indexed: Indexed,
  written: Written,
  policies: readonly PolicyId[],
  cast: StoredCast,
): IndexEntry[] {
  const entries = entriesOf(written, policies);
  const as = (earlier: Partial<IndexEntry>) => entries.map((entry) => ({ ...entry, ...earlier }));
  const [, owner, , anna] = visitors;
  const creatorBefore: ActorId = cast.idOf(written.document.created_by.id === cast.idOf(anna) ? owner : anna);
  switch (indexed) {
    case 'as it is':
      return entries;
    case 'as it was open':
      return as({ access: 'organization' });
    case 'as it had no policies':
      return as({ policies: [], policy_count: 0 });
    case 'as somebody else made it':
      return as({ created_by: creatorBefore });
    case 'as its text was before':
      return as({ version_id: newId('ver') });
  }
}
