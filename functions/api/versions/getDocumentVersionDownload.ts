import { noSuchVersion } from '../../../shared/access/documents.ts';
import { existing, invalidRequest, notFound, tooEarly } from '../../../shared/access/errors.ts';
import { getDocumentVersionDownload } from '../../../shared/contract/operations/versions.ts';
import type { VersionDownload } from '../../../shared/contract/resources/versionDownload.ts';
import { getDocumentAndVersion, type VersionItem } from '../../../shared/data/documents/versions.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import { operation } from '../../../shared/http/operation.ts';
import { callerAsking } from '../../../shared/reading/callerAsking.ts';
import type { Content } from '../../../shared/reading/content.ts';
import { type FileAnswer, fileFor } from '../../../shared/reading/file.ts';
import { recordDownload, recordRefusal } from '../../../shared/reading/recording.ts';
import { copyRetrySeconds } from '../../../shared/reading/stampedCopy.ts';
import { type ContentStanding, standingOf } from '../../../shared/reading/standing.ts';
import { ways } from '../../../shared/reading/ways.ts';

export const handler = operation(getDocumentVersionDownload, async ({ principal, path, query }) => {
  const { document_id, version_id } = path;
  const [{ document, version }, attachments] = await Promise.all([
    getDocumentAndVersion(document_id, version_id),
    listAllAttachments(document_id),
  ]);
  const asking = callerAsking(principal, { document_id, version_id, room: query.room });
  const standing = await standingOf({ ...(document && { document }), attachments }, asking, Date.now(), ways);
  // The API of an organization's documents is for its members and for people with a share. Others have the page of a public document.
  if (standing.kind === 'stranger') throw notFound('document', 'document_id');
  const recorded = { asking, standing, version_id: version?.id ?? null };
  const file = await fileOf(standing, version, principal).catch(async (error: unknown) => {
    await recordRefusal(recorded, error);
    throw error;
  });
  if (file.kind === 'url') await recordDownload(recorded);
  return present(file);
});

async function fileOf(
  { loaded, granted, refusal, namesPolicy, room }: ContentStanding<Content>,
  version: VersionItem | undefined,
  user: Parameters<typeof fileFor>[3]['visitor'],
): Promise<FileAnswer> {
  if (!granted) throw refusal ?? notFound('document', 'document_id');
  const ready = readyVersion(existing(version, noSuchVersion));
  return fileFor(loaded.document, ready, 'attachment', {
    visitor: user,
    granted,
    namesPolicy,
    room,
    isHead: false,
  });
}

function readyVersion(version: VersionItem): VersionItem {
  if (version.processing_status === 'ready') return version;
  throw invalidRequest({
    code: 'invalid_value',
    location: 'path.version_id',
    param: 'version_id',
    message:
      version.processing_status === 'failed'
        ? 'The version failed, so it has no file to download. GET /v1/documents/{document_id}/versions/details says why.'
        : 'The version is still being processed. Try again when its processing_status is ready.',
    value: version.id,
  });
}

function present(file: FileAnswer): VersionDownload {
  switch (file.kind) {
    case 'url':
      return {
        download_url: file.url,
        expires_at: new Date(file.expiresAtSeconds * 1000).toISOString(),
        retry_after: null,
      };
    case 'stamping':
      return { download_url: null, expires_at: null, retry_after: copyRetrySeconds };
    case 'too_many':
      throw tooEarly(
        `You have requested too many copies of files. Try again in ${file.retryAfterSeconds} s.`,
        file.retryAfterSeconds,
      );
  }
}
