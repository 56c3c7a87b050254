import { sentenceOfRetention } from '../../../shared/access/retention.ts';
import type { DocumentId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { findDocument } from '../../../shared/data/documents/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { retentionUnder } from '../../../shared/data/documents/retention.ts';
import { listVersions, type VersionItem } from '../../../shared/data/documents/versions.ts';
import { getDeletedOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import { type CurrentAttachment, withPolicyNames } from '../../../shared/data/policies/currentNames.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import type { Retention } from '../../../shared/policies/retention.ts';
import { allRules } from '../../../shared/policies/storedRules.ts';
import { documentUrl } from '../../../shared/presentation/present.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { documentBlanks, presentDocument } from './documentRecords.ts';

/** The largest number of versions shown. A document may have thousands of versions. */
const versionsAtMost = 50;

/** Shows the state of a document, but not the content of its file. */
export async function showDocument({ stage, output, now }: Admin, documentId: DocumentId): Promise<void> {
  const document = await existingDocument(documentId, stage.baseUrl);
  const [versions, attachments, creator, organization] = await Promise.all([
    listVersions(documentId, undefined, versionsAtMost),
    listAllAttachments(documentId).then((attached) => withPolicyNames(document, attached)),
    getCaller(document.created_by.id),
    organizationOf(document.organization_id),
  ]);
  const retention = await retentionUnder(attachments, document, now);
  const { organization_id, created_by, created_at, deleted_at, restorable_until, ...shown } =
    presentDocument(document);
  output.record(
    {
      ...shown,
      service_url: documentUrl(documentId),
      why_failed: whyFailed(document, versions.items),
      organization_id,
      organization_name: organization.name,
      created_by,
      created_by_name: creator?.name ?? document.created_by.name,
      created_by_email: creator?.email ?? null,
      created_at,
      version_count: document.version_count,
      stored_bytes: document.stored_bytes,
      versions: versions.items.map((version) => presentVersion(document, version)),
      policies: attachments.map(presentPolicy),
      retention: retention ? presentRetention(retention) : null,
      deleted_at,
      restorable_until,
    },
    { ...documentBlanks, why_failed: 'it did not fail', policies: 'none', retention: 'no policy keeps it' },
    retention && { retention: retentionInWords(retention) },
  );
  if (versions.next) output.note(`The newest ${versionsAtMost} versions are shown.`);
  if (organization.deletedAt)
    output.note(`Its organization is deleted since ${organization.deletedAt}. Nobody can open the document.`);
  if (deleted_at !== null)
    output.note(
      restorable_until === null
        ? 'It is being removed and cannot be restored.'
        : 'It is deleted: nobody can open it. Its creator, and owners and admins, can restore it: POST /v1/documents/{document_id}/restore',
    );
}

/** Returns a document, deleted or not. Throws a Refusal for a document that never existed or was removed. */
export async function existingDocument(documentId: DocumentId, baseUrl: string): Promise<DocumentItem> {
  const document = await findDocument(documentId);
  if (!document)
    throw new Refusal(
      `There is no document ${documentId} at ${baseUrl}. It never was there, or was removed more than 30 days after somebody deleted it.`,
    );
  return document;
}

async function organizationOf(organizationId: OrganizationId | null) {
  if (organizationId === null) return { name: null };
  const organization = await getOrganization(organizationId);
  if (organization) return { name: organization.name };
  const deleted = await getDeletedOrganization(organizationId);
  return { name: deleted?.name ?? null, deletedAt: deleted?.deleted_at };
}

/**
 * Returns why the newest version failed; null if the document has not failed. A document with another version that is ready has not
 * failed.
 */
const whyFailed = (
  { newest_version_id, processing_status }: DocumentItem,
  versions: readonly VersionItem[],
) =>
  processing_status === 'failed'
    ? (versions.find(({ id }) => id === newest_version_id)?.failure ?? 'unknown')
    : null;

const presentVersion = ({ current_version }: DocumentItem, version: VersionItem) => ({
  number: version.number,
  id: version.id,
  processing_status: version.processing_status,
  current: version.id === current_version?.id,
  why_failed: version.failure ?? null,
  pages: version.file?.page_count ?? null,
  size_bytes: version.size_bytes,
  created_at: createdAt(version.id),
  created_by: version.created_by.id,
});

const presentPolicy = ({ policy, attached_at, attached_by }: CurrentAttachment) => ({
  id: policy.id,
  name: policy.name,
  rules: Object.keys(allRules(policy.rules)),
  attached_at,
  attached_by: attached_by.id,
});

const retentionInWords = (retention: Retention): string =>
  sentenceOfRetention(retention, 'this document') + (retention.isLocked ? ', and is locked' : '');

const presentRetention = ({ policy, untilMilliseconds, isUnknown, isLocked }: Retention) => ({
  policy_id: policy.id,
  until: Number.isFinite(untilMilliseconds)
    ? new Date(untilMilliseconds).toISOString()
    : isUnknown
      ? 'the service is updated'
      : 'the end of the legal hold',
  locked: isLocked,
});
