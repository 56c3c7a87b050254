import { changeable, noSuchVersion } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { updateDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { type DocumentItem, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { keepEarlierText } from '../../../shared/data/documents/earlierTexts.ts';
import { retentionUnder } from '../../../shared/data/documents/retention.ts';
import { getVersionAndOrganization, replaceVersion } from '../../../shared/data/documents/versions.ts';
import { getDocumentAndAttachments } from '../../../shared/data/policies/attachments.ts';
import type { Change } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { versionTextRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion } from '../../../shared/presentation/present.ts';

export const handler = operation(
  updateDocumentVersion,
  notByShare(({ principal, path, body, checkPreconditions }) =>
    retryOnConflict(async () => {
      const [found, { version: loaded, organization }] = await Promise.all([
        getDocumentAndAttachments(path.document_id),
        getVersionAndOrganization(path.document_id, path.version_id, principal.organization_id),
      ]);
      const document = changeable(found.document, principal);
      const version = existing(loaded, noSuchVersion);
      checkPreconditions(presentVersion(version));

      const title = body.title === undefined ? version.title : body.title;
      const description = body.description === undefined ? version.description : body.description;
      if (title === version.title && description === version.description) return presentVersion(version);

      const retention = await retentionUnder(found.attachments, document, Date.now());
      const updated = { ...version, title, description };
      const record = versionTextRecord(version, updated, document, principal);
      const earlier = {
        id: record.entry.id,
        document_id: document.id,
        version: { id: version.id, number: version.number },
        title: version.title,
        description: version.description,
        replaced_by: principal.user,
      };
      await commitChange({
        audience: organization && audienceOf(organization),
        records: [record],
        writes: [
          replaceVersion(updated),
          ...(retention ? [keepEarlierText(earlier), ...withEarlierTexts(document)] : []),
        ],
      });
      return presentVersion(updated);
    }),
  ),
);

/** Returns the write that notes on the document that it has earlier texts. Returns no write if the document has the note already. */
const withEarlierTexts = (document: DocumentItem): Change[] =>
  document.has_earlier_texts ? [] : [replaceDocument({ ...document, has_earlier_texts: true })];
