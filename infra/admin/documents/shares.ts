import { accepted } from '../../../shared/acts/refusal.ts';
import { withdrawShare } from '../../../shared/acts/shareDocument.ts';
import type { DocumentId, ShareId } from '../../../shared/contract/identifiers.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import type { CountedShare } from '../../../shared/data/shares/countedShares.ts';
import { hasEnded } from '../../../shared/data/shares/ends.ts';
import { getShare, listShares } from '../../../shared/data/shares/shares.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { existingDocument } from './showDocument.ts';

/** Lists the people a document is shared with. */
export async function listDocumentShares(
  { stage, output, now }: Admin,
  documentId: DocumentId,
  { limit }: { readonly limit: number },
): Promise<void> {
  await existingDocument(documentId, stage.baseUrl);
  const { items, next } = await listShares(documentId, undefined, limit, now);
  output.list(
    'shares',
    items.map((share) => presentShare(share, now)),
    {
      columns: [
        'id',
        'email',
        'state',
        'mail',
        'expires_at',
        'reads',
        'last_read_at',
        'created_at',
        'created_by',
      ],
      blanks,
    },
  );
  if (next) output.note(`These are the newest ${limit}. To see more: --limit <n>`);
}

/** Withdraws a share. The person of the share can no longer read the document by this share. */
export async function unshare(
  { stage, output, now, confirm }: Admin,
  documentId: DocumentId,
  shareId: ShareId,
): Promise<void> {
  await existingDocument(documentId, stage.baseUrl);
  const share = await getShare(documentId, shareId, now);
  if (share) await confirm(`${share.email} cannot read ${documentId} by the share ${shareId} any more.`);
  const outcome = await withdrawShare({ documentId, shareId, by: operator, permitted: present(documentId) });
  const withdrawn = accepted(outcome, {
    no_share: () => new Refusal(`There is no share ${shareId} of ${documentId}.`),
  });
  output.record(presentShare(withdrawn, now), blanks);
  output.note('It is withdrawn.');
}

const blanks = { expires_at: 'does not end', last_read_at: 'never read' };

const presentShare = (share: CountedShare, now: number) => ({
  id: share.id,
  email: share.email,
  state: hasEnded(share, now) ? 'ended' : 'open',
  mail: share.mail,
  expires_at: share.expires_at,
  reads: share.read?.reads ?? 0,
  last_read_at: share.read?.last_read_at ?? null,
  created_at: createdAt(share.id),
  created_by: share.created_by.id,
});

/** Returns a function that throws a Refusal for a document that is deleted. */
const present =
  (documentId: DocumentId) =>
  (document: DocumentItem | undefined): DocumentItem => {
    if (!document) throw new Refusal(`${documentId} is deleted. Its shares open nothing.`);
    return document;
  };
