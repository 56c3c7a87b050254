import { noSuchVersion } from '../../../shared/access/documents.ts';
import { existing, invalidRequest, notFound } from '../../../shared/access/errors.ts';
import type { DocumentId, VersionId } from '../../../shared/contract/identifiers.ts';
import { getDocumentText } from '../../../shared/contract/operations/documents.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import {
  getDocumentAndVersion,
  getVersionAndOrganization,
  type VersionItem,
} from '../../../shared/data/documents/versions.ts';
import { hasKeptText, lacksText, makeTextDue } from '../../../shared/data/documents/versionText.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { sendGraceMilliseconds } from '../../../shared/data/work/due.ts';
import { getTexts } from '../../../shared/files/keptTexts.ts';
import { operation } from '../../../shared/http/operation.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceText } from '../../../shared/queues/texts.ts';
import { callerAsking } from '../../../shared/reading/callerAsking.ts';
import type { Content } from '../../../shared/reading/content.ts';
import { requireFile } from '../../../shared/reading/file.ts';
import { type ContentStanding, standingOf } from '../../../shared/reading/standing.ts';
import { ways } from '../../../shared/reading/ways.ts';
import { withRecord } from '../../../shared/reading/withRecord.ts';

interface Asked {
  readonly first_page: number;
  readonly max_pages: number;
}

export const handler = operation(getDocumentText, async ({ principal, path: { document_id }, query }) => {
  const { version_id, room } = query;
  const [{ document, version: named }, attachments] = await Promise.all([
    load(document_id, version_id),
    listAllAttachments(document_id),
  ]);
  const asking = callerAsking(principal, { document_id, version_id, room });
  const standing = await standingOf({ ...(document && { document }), attachments }, asking, Date.now(), ways);
  // The API of an organization's documents is for its members and for people with a share. Others have the page of a public document.
  if (standing.kind === 'stranger') throw notFound('document', 'document_id');
  const version = version_id ? named : await currentVersion(standing);
  const recorded = { asking, standing, version_id: version?.id ?? null };
  const views = { next: newId('act'), named: undefined, isWaiting: false } as const;
  const { body } = await withRecord(recorded, views, () => textFor(standing, version, query));
  return body;
});

const load = async (documentId: DocumentId, versionId: VersionId | undefined) =>
  versionId
    ? getDocumentAndVersion(documentId, versionId)
    : { document: await getDocument(documentId), version: undefined };

/** Loads the current version for a reader to whom the document is open. */
async function currentVersion({
  loaded: { document },
}: ContentStanding<Content>): Promise<VersionItem | undefined> {
  const { id, current_version } = document;
  return current_version
    ? (await getVersionAndOrganization(id, current_version.id, null)).version
    : undefined;
}

/** Returns the text of pages, for a reader who may have the file. The text of all pages is the file without its mark. */
async function textFor(
  { loaded: { document }, granted, refusal, namesPolicy, room }: ContentStanding<Content>,
  named: VersionItem | undefined,
  { first_page, max_pages }: Asked,
) {
  if (!granted) throw refusal ?? notFound('document', 'document_id');
  requireFile({ granted, namesPolicy, room });
  const version = existing(named, noSuchVersion);
  if (lacksText(version) && (await makeTextDue(version, Date.now() + sendGraceMilliseconds)))
    await announceText({ document_id: document.id, version_id: version.id }, tenantOf(document));
  const found = hasKeptText(version) ? await getTexts(version.id, first_page, max_pages) : undefined;
  if (!found) throw notThere(version);
  const { texts, page_count, has_text, truncated } = found;
  // The pages of a file that needs a password may be unknown.
  if (texts.length === 0 && first_page > 1) throw beyondEnd(first_page, page_count);
  return {
    read: { kind: 'text', version_id: version.id },
    body: {
      document_id: document.id,
      version_id: version.id,
      page_count,
      has_text,
      truncated,
      pages: texts.map((text, index) => ({ page: first_page + index, text })),
    },
  } as const;
}

const notThere = ({ id, processing_status }: VersionItem) =>
  invalidRequest({
    code: 'invalid_value',
    location: 'query.version_id',
    param: 'version_id',
    message:
      processing_status === 'failed'
        ? 'The version failed, so it has no text. GET /v1/documents/{document_id}/versions/details says why.'
        : 'The text of this version is not there yet. Repeat the request in some seconds.',
    value: id,
  });

const beyondEnd = (value: number, pages: number) =>
  invalidRequest({
    code: 'invalid_value',
    location: 'query.first_page',
    param: 'first_page',
    message: `first_page must be at most ${pages}: the version has no more pages.`,
    value,
  });
