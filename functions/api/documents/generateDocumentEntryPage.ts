import { join } from 'node:path';
import { forbidden } from '../../../shared/access/errors.ts';
import { generateDocumentEntryPage } from '../../../shared/contract/operations/documents.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { logoOf } from '../../../shared/data/organizations/logos.ts';
import { getOrganization, type OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import {
  namesOfGroups,
  withOrganizationName,
  withPolicyNames,
} from '../../../shared/data/policies/currentNames.ts';
import { ConflictError, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { isEntryPageKept, presignEntryPage, putEntryPage } from '../../../shared/files/entryPages.ts';
import { operation } from '../../../shared/http/operation.ts';
import type { LogoFile } from '../../../shared/pdf/entryPage/logo.ts';
import { entryPageContent, fingerprintOf } from '../../../shared/presentation/entryPage.ts';
import { factsBy } from '../../../shared/reading/factsBy.ts';
import { membership } from '../../../shared/reading/ways/membership.ts';
import { share } from '../../../shared/reading/ways/share.ts';
import { environment } from '../../../shared/runtime/environment.ts';

const taskRoot = environment('taskRoot');

/** Entry pages are not for readers by a room, so the function may not read rooms. */
const factsByShare = factsBy([membership, share]);

export const handler = operation(generateDocumentEntryPage, (request) =>
  retryOnConflict(async () => {
    const { principal, path, namesRoom } = request;
    if (namesRoom) throw forbidden('Entry pages are not for readers by a room.');
    const [found, attachments, acting] = await Promise.all([
      getDocument(path.document_id),
      listAllAttachments(path.document_id),
      principal.organization_id === null ? undefined : getOrganization(principal.organization_id),
    ]);
    const standing = await factsByShare(request, found, async () => attachments);
    const { document, seesNames } = standing;
    const { organization_id } = document;
    // Most documents belong to the organization in which the reader acts, which was read together with the document.
    const isTheirs = organization_id === null || organization_id === acting?.id;
    const organization = isTheirs ? acting : await getOrganization(organization_id);
    const own = organization?.id === organization_id ? organization : undefined;

    const now = Date.now();
    const drawn_at_seconds = Math.floor(now / 1000);
    const named = standing.attachments ?? (await withPolicyNames(document, attachments));
    const content = entryPageContent(withOrganizationName(document, own), named, {
      seesNames,
      now,
      organization: own,
      groupNames: await namesOfGroups(document.organization_id, named),
    });
    const fingerprint = fingerprintOf(content);
    if (!isEntryPageKept(document.entry_page, fingerprint, drawn_at_seconds)) {
      // The drawing code is two thirds of the bundle, so it is loaded only when a page has to be drawn.
      const { drawEntryPage } = await import('../../../shared/pdf/entryPage.ts');
      const logo = await logoFileOf(own);
      const file = await drawEntryPage(content, join(taskRoot(), 'fonts'), logo);
      await putEntryPage(document.id, fingerprint, file);
      const drawn = { ...document, entry_page: { fingerprint, drawn_at_seconds } };
      await commitChange({
        audience: organization && audienceOf(organization),
        records: [documentRecord('entry_page.generated', drawn, principal)],
        writes: [replaceDocument(drawn)],
      });
    }
    return { download_url: await presignEntryPage(document.id, fingerprint, document.title) };
  }),
);

/** Returns the file of an organization's logo, if it has one. Throws a ConflictError if it has another one meanwhile. */
async function logoFileOf(organization: OrganizationItem | undefined): Promise<LogoFile | undefined> {
  if (organization?.logo_sha256 === undefined) return undefined;
  const webp = await logoOf(organization);
  if (!webp) throw new ConflictError('the logo changed in between');
  return { webp, directory: taskRoot() };
}
