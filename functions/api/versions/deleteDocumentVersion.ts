import { changeable, noSuchVersion } from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { requireNotRetained } from '../../../shared/access/retention.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { staleCopies } from '../../../shared/acts/rooms/staleCopies.ts';
import { deleteDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { deleteVersion } from '../../../shared/data/documents/deletedVersions.ts';
import { replaceDocument, withoutVersion } from '../../../shared/data/documents/documents.ts';
import { retentionOfDocument } from '../../../shared/data/documents/retention.ts';
import { findVersionsLeft, getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { free } from '../../../shared/data/organizations/usage.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentChange, versionRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion } from '../../../shared/presentation/present.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceDeletedVersion } from '../../../shared/queues/removals.ts';

export const handler = operation(
  deleteDocumentVersion,
  notByShare(({ principal, path, checkPreconditions }) =>
    retryInTurn(path.document_id, async () => {
      const { document_id, version_id } = path;
      const [found, audience] = await Promise.all([
        getDocumentAndVersion(document_id, version_id),
        loadAudience(principal.organization_id),
      ]);
      const document = changeable(found.document, principal);
      const version = existing(found.version, noSuchVersion);
      checkPreconditions(presentVersion(version));
      // The retention and the other versions are read after the document. A later policy, a later version or the end of processing changes
      // the document, and then this commit conflicts.
      const [retention, left] = await Promise.all([
        retentionOfDocument(document, Date.now()),
        findVersionsLeft(document_id, version_id),
      ]);
      requireNotRetained(retention, 'this document');
      if (!left)
        throw wrongField('version_id', 'is the only version: delete the document instead', version_id);

      const next = withoutVersion(document, version, left);
      const tenant = tenantOf(document);
      const copies = staleCopies(document, next);
      const isOther = next.current_version?.id !== document.current_version?.id;
      const mark = indexMark(next, isOther && 'hides');
      await commitChange({
        audience,
        records: [
          versionRecord('version.deleted', version, next, principal),
          documentChange(document, next, principal),
        ],
        writes: [
          replaceDocument(next),
          ...deleteVersion(version, tenant, Date.now()),
          ...copies.writes,
          ...mark.writes,
        ],
        announce: () => Promise.all([announceDeletedVersion(path), copies.announce(), mark.announce()]),
      });
      await free(tenant, version.size_bytes);
      return {};
    }),
  ),
);
