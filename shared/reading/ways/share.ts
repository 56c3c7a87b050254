import { shareFor } from '../../access/shares.ts';
import type { ShareItem } from '../../data/shares/shareItems.ts';
import type { Opens, Way } from './way.ts';

/** The people with whom a document is shared. They are readers, and not colleagues. */
export const share: Way = {
  name: 'share',
  reads: ['DOC#', 'ORG#', 'USER#'],
  mayAdd: ({ share_count }) => (share_count ?? 0) > 0,
  async find({ asking: { documentId, who }, document, isOpen, now }) {
    if (who.kind === 'nobody') return undefined;
    const found = await shareFor(documentId, document, who.principal, now);
    if (!found) return undefined;
    // A share only marks a reading of an open document, so it needs no proof there.
    if (!found.isProven && !isOpen)
      return { kind: 'refused', reason: 'address_not_proven', at: found.provenUntil };
    return opening(found.share);
  },
};

const opening = (shared: ShareItem): Opens => ({
  kind: 'opens',
  as: 'invited',
  share: shared,
  record: { share_id: shared.id },
});
