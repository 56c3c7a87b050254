import { type ShareId, ulidOf } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { sharedWithKey, shareKey, sharesWith } from '../keys/shares.ts';
import type { MailItem } from '../mail/mails.ts';
import { setShareMail } from '../mail/shareMails.ts';
import {
  attributeUpdate,
  type Change,
  creation,
  removal,
  removalIfThere,
  replacement,
} from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { listIndex, table } from '../table/table.ts';
import type { CountedShare } from './countedShares.ts';
import { endingAt } from './ends.ts';
import type { ShareItem } from './shareItems.ts';

interface NewShare extends Pick<ShareItem, 'email' | 'expires_at' | 'message' | 'notify_me' | 'created_by'> {
  /** Default: a new one */
  readonly id?: ShareId;
}

/** Returns a new share of a document. `mail`: its first mail. Default: no mail */
export const newShare = (
  document: Pick<DocumentItem, 'id' | 'organization_id'>,
  { id = newId('shr'), ...given }: NewShare,
  mail?: Pick<MailItem, 'id' | 'status'>,
): CountedShare => ({
  ...endingAt(given, given.expires_at),
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
    [table.timeToLive]: share.expires_at_seconds,
  });
  const mail = mail_id ? [setShareMail(document_id, id, { id: mail_id, status })] : [];
  if (!replaced) return [creation(placeOf(item), item), place, ...mail];
  return [
    replacement(placeOf(item), { ...item, revision: replaced.revision }),
    removalIfThere(shareKey(replaced.document_id, replaced.id)),
    place,
    ...mail,
  ];
}

/** Replaces a share; conflicts when it has changed since it was loaded. */
export const replaceShare = ({ read: _counted, mail: _status, ...share }: CountedShare): Change[] => [
  replacement(placeOf(share), share),
  attributeUpdate(shareKey(share.document_id, share.id), untilEndOf(share)),
];

const untilEndOf = ({ expires_at_seconds }: ShareItem) =>
  expires_at_seconds === undefined
    ? { UpdateExpression: `REMOVE ${table.timeToLive}` }
    : {
        UpdateExpression: `SET ${table.timeToLive} = :end`,
        ExpressionAttributeValues: { ':end': expires_at_seconds },
      };

/** Gives a share another mail; conflicts when the share has changed since it was loaded. */
export const mailShareAgain = (
  { read: _counted, mail: _status, ...share }: CountedShare,
  mail: Pick<MailItem, 'id' | 'status'>,
): Change[] => [
  replacement(placeOf(share), { ...share, mail_id: mail.id }),
  setShareMail(share.document_id, share.id, mail),
];

/** Removes a share; conflicts when it was withdrawn meanwhile. */
export const removeShare = ({ id, document_id, email }: ShareItem): Change[] => [
  removal(sharedWithKey(document_id, email)),
  removalIfThere(shareKey(document_id, id)),
];

const placeOf = (share: ShareItem) => ({
  ...sharedWithKey(share.document_id, share.email),
  [listIndex.partitionKey]: sharesWith(share.email),
  [listIndex.sortKey]: ulidOf(share.id),
});
