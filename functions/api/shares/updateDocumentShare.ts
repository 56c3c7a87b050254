import { isDeepStrictEqual } from 'node:util';
import { changeable, noSuchShare, tooManyShares } from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { updateDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { utcTime } from '../../../shared/contract/text.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { answerAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { replaceShare } from '../../../shared/data/shares/changes.ts';
import { endingAt, hasEnded } from '../../../shared/data/shares/ends.ts';
import { type ShareItem, storedTerms } from '../../../shared/data/shares/shareItems.ts';
import { countUnlessFull, getShare } from '../../../shared/data/shares/shares.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { shareRecord } from '../../../shared/events/records/shares.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentShare } from '../../../shared/presentation/present.ts';

export const handler = operation(
  updateDocumentShare,
  notByShare(({ principal, path, body, checkPreconditions }) =>
    retryOnConflict(async () => {
      const now = Date.now();
      const [found, stored, audience] = await Promise.all([
        getDocument(path.document_id),
        getShare(path.document_id, path.share_id, now),
        loadAudience(principal.organization_id),
      ]);
      const document = changeable(found, principal, 'may share a document');
      const share = existing(stored, noSuchShare);
      checkPreconditions(presentShare(share));

      const { notify_me = share.notify_me } = body;
      const asked = body.expires_at === undefined ? share.expires_at : body.expires_at;
      const expires_at = asked && utcTime(asked);
      if (expires_at !== share.expires_at && hasEnded({ expires_at }, now))
        throw wrongField('expires_at', 'must be in the future', expires_at);
      const reopens = hasEnded(share, now) && !hasEnded({ expires_at }, now);
      if (reopens) {
        if (share.left_at !== undefined)
          throw wrongField(
            'expires_at',
            'cannot change: the person left the organization. Share again',
            expires_at,
          );
        existing(await countUnlessFull(document, now), tooManyShares);
      }
      const updated = { ...endingAt(share, expires_at), notify_me, ...storedTerms(body) };
      if (isDeepStrictEqual(termsOf(updated), termsOf(share))) return presentShare(share);
      await commitChange({
        audience,
        records: [shareRecord('document.share_updated', updated, document, principal)],
        // If a share is opened again, the document is written too, so that concurrent requests conflict and cannot exceed the limit of
        // shares.
        writes: [
          ...replaceShare(updated),
          ...(reopens ? [replaceDocument(document), answerAccessRequest(document.id, share.email)] : []),
        ],
      });
      return presentShare(updated);
    }),
  ),
);

const termsOf = ({ expires_at, notify_me, rules, versions }: ShareItem) => ({
  expires_at,
  notify_me,
  rules,
  versions,
});
