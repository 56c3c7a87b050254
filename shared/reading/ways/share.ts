import { binds, sharesFor } from '../../access/shares.ts';
import { rulesOf, type ShareItem, versionsOf } from '../../data/shares/shareItems.ts';
import type { Opens, Question, Way } from './way.ts';

/** The people with whom a document is shared. They are readers, and not colleagues. */
export const share: Way = {
  name: 'share',
  reads: ['DOC#', 'ORG#', 'USER#'],
  mayAdd: ({ share_count }) => (share_count ?? 0) > 0,
  async find({ asking: { documentId, who }, document, isOpen, now }) {
    if (who.kind === 'nobody') return undefined;
    const { opening: found, ended } = await sharesFor(documentId, document, who.principal, now);
    if (ended) return { kind: 'refused', reason: 'share_ended', share: ended };
    if (!found) return undefined;
    // A share only marks a reading of an open document, so it needs no proof there.
    if (!found.isProven && !isOpen)
      return { kind: 'refused', reason: 'address_not_proven', at: found.provenUntil };
    return opening(found.share, { document, isOpen });
  },
};

/** Returns the answer of a share. Its terms bind only if nothing else opens the document: neither an earlier way, nor the access level. */
const opening = (shared: ShareItem, { document, isOpen }: Pick<Question, 'document' | 'isOpen'>): Opens => ({
  kind: 'opens',
  as: 'invited',
  share: shared,
  record: { share_id: shared.id },
  ...(!isOpen && document && binds(document) && termsOf(shared)),
});

/** Returns the terms of a share. */
export function termsOf(shared: ShareItem) {
  const { view_only, watermark, acknowledgement } = rulesOf(shared);
  return {
    limits: [...(view_only ? (['view_only'] as const) : []), ...(watermark ? (['watermark'] as const) : [])],
    texts: acknowledgement === undefined ? [] : [{ text: acknowledgement, share: shared.id }],
    versions: versionsOf(shared),
  } as const satisfies Pick<Opens, 'limits' | 'texts' | 'versions'>;
}
