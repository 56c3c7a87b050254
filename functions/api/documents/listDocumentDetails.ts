import { mayChange, mayRead, mayRestore } from '../../../shared/access/documents.ts';
import type { Principal } from '../../../shared/access/principal.ts';
import { openedByShares } from '../../../shared/access/shares.ts';
import { type DocumentId, documentIdsIn } from '../../../shared/contract/identifiers.ts';
import { listDocumentDetails } from '../../../shared/contract/operations/documents.ts';
import type { DocumentDetails, OwnShare } from '../../../shared/contract/resources/documentDetails.ts';
import { findDocuments, isRestorable } from '../../../shared/data/documents/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { getVersions } from '../../../shared/data/documents/versions.ts';
import { getOrganizations } from '../../../shared/data/organizations/organizations.ts';
import { countAttachments } from '../../../shared/data/policies/attachments.ts';
import { listPreparedPages } from '../../../shared/data/reading/preparedPages.ts';
import { getLastRead } from '../../../shared/data/reading/readingCounts.ts';
import type { ShareItem } from '../../../shared/data/shares/shareItems.ts';
import { countOpenShares } from '../../../shared/data/shares/shares.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentProblem } from '../../../shared/presentation/versions.ts';
import { countShownVersions } from '../../../shared/reading/versionCount.ts';

export const handler = operation(listDocumentDetails, async ({ principal, query }) => {
  const now = Date.now();
  const ids = [...new Set(documentIdsIn(query.ids))];
  const found = new Map((await findDocuments(ids)).map((document) => [document.id, document]));
  const isOwn = (id: DocumentId): boolean => {
    const document = found.get(id);
    return (
      document !== undefined &&
      (isDeleted(document)
        ? mayRestore(document, principal) && isRestorable(document, now)
        : mayRead(document, principal))
    );
  };
  const asksForShares = query.own_share === 'true';
  const others = asksForShares ? ids : ids.filter((id) => !isOwn(id));
  const asked = others.map((id) => {
    const document = found.get(id);
    return { id, document: document && !isDeleted(document) ? document : undefined };
  });
  const shared = await openedByShares(asked, principal, now);

  const shown = ids.flatMap((id) => (isOwn(id) || shared.has(id) ? (found.get(id) ?? []) : []));
  const changed = shown.filter((document) => mayChange(document, principal));
  const wanted = [
    ...shown.flatMap(({ id, current_version: current }) =>
      current ? [{ document_id: id, id: current.id }] : [],
    ),
    ...changed.map(({ id, newest_version_id }) => ({ document_id: id, id: newest_version_id })),
  ];
  const withPictures = changed.filter(hasPictures).map(({ newest_version_id }) => newest_version_id);
  const [read, pictures] = await Promise.all([getVersions(wanted), listPreparedPages(withPictures, now)]);
  const versions = new Map(read.map((version) => [version.id, version]));
  const prepared = new Map(pictures.map((one) => [one.version_id, one]));
  const problemOf = (document: DocumentItem) => {
    const newest = changed.includes(document) && versions.get(document.newest_version_id);
    return newest ? presentProblem(newest, hasPictures(document), prepared.get(newest.id)) : null;
  };
  const ownShares = asksForShares ? await ownSharesIn(shown, shared) : undefined;
  const items = shown.map(async (document) => {
    const current = document.current_version && versions.get(document.current_version.id);
    return {
      ...(await detailsOf(
        document,
        principal,
        isOwn(document.id) ? undefined : shared.get(document.id),
        now,
      )),
      active_content: current?.file?.active_content ?? null,
      problem: problemOf(document),
      ...(ownShares && { own_share: ownShares.get(document.id) ?? null }),
    };
  });
  return { items: await Promise.all(items) };
});

/** Returns whether readers may get pictures of the pages in place of the file. The rules themselves are not read. */
const hasPictures = ({ policies_with_rules = 0, share_count = 0 }: DocumentItem): boolean =>
  policies_with_rules + share_count > 0;

/** Returns what the mails of shares told: who shared a document, and in which organization. */
async function ownSharesIn(
  documents: readonly DocumentItem[],
  shared: ReadonlyMap<DocumentId, ShareItem>,
): Promise<ReadonlyMap<DocumentId, OwnShare>> {
  const ofShares = documents.filter(({ id }) => shared.has(id));
  const organizationIds = ofShares.flatMap(({ organization_id }) => organization_id ?? []);
  const organizations = await getOrganizations([...new Set(organizationIds)]);
  return new Map(
    ofShares.flatMap(({ id, organization_id }) => {
      const share = shared.get(id);
      const organization = organizations.find((one) => one.id === organization_id);
      return share
        ? [
            [
              id,
              {
                shared_by: share.created_by,
                organization_name: organization?.name ?? null,
                shared_at: createdAt(share.id),
                expires_at: share.expires_at,
              },
            ] as const,
          ]
        : [];
    }),
  );
}

const isDeleted = ({ deletion_id }: DocumentItem): boolean => deletion_id !== undefined;

/**
 * Returns the details that a caller may see: the same as in the lists of versions, policies, shares and activity.
 *
 * @param share the share by which the caller reads the document; undefined: they read it otherwise
 */
async function detailsOf(
  document: DocumentItem,
  principal: Principal,
  share: ShareItem | undefined,
  now: number,
): Promise<Omit<DocumentDetails, 'active_content' | 'problem'>> {
  const { id, deletion_id, restorable_until_ms } = document;
  const changes = mayChange(document, principal);
  const [policy_count, share_count, last_read_at] = await Promise.all([
    share ? null : countAttachments(id),
    changes ? countOpenShares(document, now) : null,
    changes ? getLastRead(id, document.created_by.id === principal.user.id) : null,
  ]);
  return {
    document_id: id,
    version_count: countShownVersions(document, share),
    policy_count,
    share_count,
    last_read_at,
    deleted_at: deletion_id === undefined ? null : createdAt(`doc_${deletion_id}`),
    restorable_until: restorable_until_ms === undefined ? null : new Date(restorable_until_ms).toISOString(),
  };
}
