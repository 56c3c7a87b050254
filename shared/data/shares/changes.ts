import { type ShareId, ulidOf } from '../../contract/identifiers.ts';
import type { SharedVersions } from '../../contract/resources/share.ts';
import type { ShareRules } from '../../contract/resources/shareRules.ts';
import type { User } from '../../contract/resources/user.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { endedShareKey, sharedWithKey, shareKey, sharesWith } from '../keys/shares.ts';
import type { MailItem } from '../mail/mails.ts';
import { setShareMail } from '../mail/shareMails.ts';
import { attributeUpdate, type Change, creation, removalIfThere, replacement } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { listIndex, table } from '../table/table.ts';
import type { CountedShare } from './countedShares.ts';
import { endingAt, hasEnded } from './ends.ts';
import { type ShareItem, storedTerms } from './shareItems.ts';

interface NewShare extends Pick<ShareItem, 'email' | 'expires_at' | 'message' | 'notify_me' | 'created_by'> {
  /** Default: none */
  readonly rules?: ShareRules;
  /** Default: the current one */
  readonly versions?: SharedVersions;
  /** Default: a new one */
  readonly id?: ShareId;
}

/** Returns a new share of a document. `mail`: its first mail. Default: no mail */
export const newShare = (
  document: Pick<DocumentItem, 'id' | 'organization_id'>,
  { id = newId('shr'), rules = {}, versions = 'current', ...given }: NewShare,
  mail?: Pick<MailItem, 'id' | 'status'>,
): CountedShare => ({
  ...endingAt(given, given.expires_at),
  ...storedTerms({ rules, versions }),
  id,
  document_id: document.id,
  organization_id: document.organization_id,
  ...(mail && { mail_id: mail.id }),
  revision: 1,
  read: undefined,
  mail: mail?.status ?? 'none',
});

/** Creates a share; conflicts when the address got a share meanwhile. `replaced`: the ended share to the same address. */
export function createShare(share: CountedShare, replaced: ShareItem | undefined): Change[] {
  const { read: _none, mail: status, ...item } = share;
  const { id, document_id, mail_id } = item;
  const place = creation(shareKey(document_id, id), {
    email: share.email,
    expires_at: share.expires_at,
    [table.timeToLive]: share.expires_at_seconds,
  });
  const mail = mail_id ? [setShareMail(document_id, id, { id: mail_id, status })] : [];
  if (!replaced) return [creation(placeOf(item), item), place, ...mail];
  return [
    replacement(placeOf(item), { ...item, revision: replaced.revision }),
    removalIfThere(placeInList(replaced)),
    place,
    ...mail,
  ];
}

/** Replaces a share; conflicts when it has changed since it was loaded. */
export const replaceShare = ({ read: _counted, mail: _status, ...share }: CountedShare): Change[] => [
  replacement(placeOf(share), share),
  attributeUpdate(shareKey(share.document_id, share.id), untilEndOf(share)),
];

const untilEndOf = ({ expires_at, expires_at_seconds }: ShareItem) =>
  expires_at_seconds === undefined
    ? { UpdateExpression: `REMOVE ${table.timeToLive}, expires_at` }
    : {
        UpdateExpression: `SET ${table.timeToLive} = :end, expires_at = :endsAt`,
        ExpressionAttributeValues: { ':end': expires_at_seconds, ':endsAt': expires_at },
      };

/** Gives a share another mail; conflicts when the share has changed since it was loaded. */
export const mailShareAgain = (
  { read: _counted, mail: _status, ...share }: CountedShare,
  mail: Pick<MailItem, 'id' | 'status'>,
): Change[] => [
  replacement(placeOf(share), { ...share, mail_id: mail.id }),
  setShareMail(share.document_id, share.id, mail),
];

/**
 * Withdraws a share at `now` (epoch milliseconds); conflicts when it has changed meanwhile. `by`: the person who withdraws it. A share that
 * ended before keeps its end.
 */
export function withdraw(share: CountedShare, by: User | undefined, now: number): Change[] {
  const { read: _counted, mail: _status, ...item } = share;
  const isOver = hasEnded(share, now);
  const ended_at = isOver && share.expires_at !== null ? share.expires_at : new Date(now).toISOString();
  const ended = {
    ...endingAt(item, ended_at),
    ended_at,
    would_end_at: item.expires_at ?? undefined,
    ...(!isOver && { ended_by: by }),
  };
  const { document_id, id, email, expires_at, expires_at_seconds } = ended;
  return [
    replacement(placeOf(ended), ended),
    removalIfThere(shareKey(document_id, id)),
    creation(endedShareKey(document_id, id), { email, expires_at, [table.timeToLive]: expires_at_seconds }),
  ];
}

/** Returns the key of a share's place in a list of its document. */
const placeInList = ({ document_id, id, ended_at }: ShareItem) =>
  (ended_at === undefined ? shareKey : endedShareKey)(document_id, id);

const placeOf = (share: ShareItem) => ({
  ...sharedWithKey(share.document_id, share.email),
  [listIndex.partitionKey]: sharesWith(share.email),
  [listIndex.sortKey]: ulidOf(share.id),
});
