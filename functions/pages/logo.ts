import type { Principal } from '../../shared/access/principal.ts';
import { documentId, type OrganizationId, roomId } from '../../shared/contract/identifiers.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getDocument } from '../../shared/data/documents/documents.ts';
import { getLogo } from '../../shared/data/organizations/logos.ts';
import { getOrganization } from '../../shared/data/organizations/organizations.ts';
import { getRoom } from '../../shared/data/rooms/rooms.ts';
import { putLogoCopy } from '../../shared/files/logos.ts';
import { redirect, sessionOf } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { t } from '../../shared/words/words.ts';

/** A logo that a request may have: its organization, and the hash of the logo. */
type Asked = readonly [organization: OrganizationId, sha256: string] | undefined;

export const handler = page(pages.logo, async (request) => {
  const { path, query, visitor, headers, address } = request;
  // Browsers say what a request is for (Fetch Metadata). A logo alone could imitate somebody else, so it is shown only within a page.
  const destination = headers['sec-fetch-dest'] ?? 'image';
  const isOfPage = path.document_id !== undefined || path.room_id !== undefined;
  const asked =
    destination !== 'image' ? undefined : await (isOfPage ? ofPage(path, query) : ofMember(visitor));
  const webp = asked && (await getLogo(...asked));
  if (webp) return redirect(await putLogoCopy(asked[1], webp));
  return messagePage({
    status: 404,
    title: t('nowhere.title'),
    address,
    session: visitor ? sessionOf(visitor) : undefined,
    content: t('nowhere.text'),
  });
});

/**
 * Returns the logo of the organization of a document or a room. Only a page of the document or room names its hash, so a request with it
 * comes from a reader.
 */
async function ofPage(
  path: PageRequest['path'],
  { logo: sha256 = '' }: PageRequest['query'],
): Promise<Asked> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  const document = documentId.safeParse(path.document_id).data;
  const room = roomId.safeParse(path.room_id).data;
  const found = document ? await getDocument(document) : room && (await getRoom(room));
  return found?.organization_id ? [found.organization_id, sha256] : undefined;
}

/** Returns the logo of the organization in which a member acts. */
async function ofMember(visitor: Principal | null): Promise<Asked> {
  if (!visitor?.organization_id || visitor.role === null) return undefined;
  const organization = await getOrganization(visitor.organization_id);
  return organization?.logo_sha256 ? [organization.id, organization.logo_sha256] : undefined;
}
