import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { generateDocumentEntryPage } from '../../../shared/contract/operations/documents.ts';
import {
  type DocumentItem,
  getDocument,
  newestVersionNumber,
  replaceDocument,
} from '../../../shared/data/documents/documents.ts';
import { getOrganization, type OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import {
  type CurrentAttachment,
  withOrganizationName,
  withPolicyNames,
} from '../../../shared/data/policies/currentNames.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { entryPageReuseSeconds, presignEntryPage, putEntryPage } from '../../../shared/files/entryPages.ts';
import { pdfFileName } from '../../../shared/files/fileName.ts';
import { operation } from '../../../shared/http/operation.ts';
import { type EntryPageContent, entryPageDesign } from '../../../shared/pdf/entryPage/content.ts';
import { accessInWords } from '../../../shared/policies/accessInWords.ts';
import { asksFor } from '../../../shared/policies/ruleKinds.ts';
import { documentUrl } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { inWords, listed } from '../../../shared/words/words.ts';

const taskRoot = environment('taskRoot');

/**
 * The end of an entry page's file name. The document's own file has only the title as its name, and people must not confuse the two files.
 */
const entryPageSuffix = ' (entry page)';

export const handler = operation(generateDocumentEntryPage, (request) =>
  retryOnConflict(async () => {
    const { principal, path } = request;
    const [found, attachments, acting] = await Promise.all([
      getDocument(path.document_id),
      listAllAttachments(path.document_id),
      principal.organization_id === null ? undefined : getOrganization(principal.organization_id),
    ]);
    const standing = await factsFor(request, found, async () => attachments);
    const { document } = standing;
    const organization = await organizationOf(document, acting);

    const named = standing.attachments ?? (await withPolicyNames(document, attachments));
    const now = Date.now();
    const content = contentOf(withOrganizationName(document, organization), named, {
      seesNames: standing.seesNames,
      now,
    });
    const fingerprint = fingerprintOf(content);
    const nowSeconds = Math.floor(now / 1000);
    if (!isStored(document, fingerprint, nowSeconds)) {
      // The drawing code is two thirds of the bundle, so it is loaded only when a page has to be drawn.
      const { drawEntryPage } = await import('../../../shared/pdf/entryPage.ts');
      const file = await drawEntryPage(content, join(taskRoot(), 'fonts'));
      await putEntryPage(document.id, fingerprint, file);
      const drawn = { ...document, entry_page: { fingerprint, drawn_at_seconds: nowSeconds } };
      await commitChange({
        audience: organization && audienceOf(organization),
        records: [documentRecord('entry_page.generated', drawn, principal)],
        writes: [replaceDocument(drawn)],
      });
    }

    const fileName = pdfFileName(document.title, entryPageSuffix);
    return { download_url: await presignEntryPage(document.id, fingerprint, fileName) };
  }),
);

/**
 * Returns the organization of a document. Most documents belong to the organization in which the reader acts. That organization is read
 * together with the document, and another one is read here.
 */
const organizationOf = (
  { organization_id }: DocumentItem,
  acting: OrganizationItem | undefined,
): OrganizationItem | undefined | Promise<OrganizationItem | undefined> =>
  organization_id === null || organization_id === acting?.id ? acting : getOrganization(organization_id);

/**
 * Returns the content of an entry page at `now` (epoch milliseconds). Without `seesNames`, for a person outside the organization, the page
 * names no policies and no readers, and only shows the rules.
 */
function contentOf(
  document: DocumentItem,
  attachments: readonly CurrentAttachment[],
  { seesNames, now }: { readonly seesNames: boolean; readonly now: number },
): EntryPageContent {
  const { current_version, newest_version_id } = document;
  return {
    title: document.title,
    description: document.description,
    organizationName: document.organization_name,
    access: inWords(accessInWords(document, attachments, now)),
    versionLabel: `Version ${current_version?.number ?? newestVersionNumber(document)}`,
    date: createdAt(current_version?.id ?? newest_version_id),
    serviceUrl: documentUrl(document.id),
    policies: attachments
      .map((attachment) => ({
        name: seesNames ? attachment.policy.name : 'A policy',
        asks: listed(asksFor(attachment, now, { namesReaders: seesNames }).map(inWords)),
      }))
      .filter(({ asks }) => seesNames || asks !== ''),
  };
}

/** Returns the name of a stored file. The same content in the same design has the same file. */
const fingerprintOf = (content: EntryPageContent): string =>
  createHash('sha256')
    .update(JSON.stringify([entryPageDesign, content]))
    .digest('hex');

const isStored = ({ entry_page }: DocumentItem, fingerprint: string, nowSeconds: number): boolean =>
  entry_page?.fingerprint === fingerprint && nowSeconds - entry_page.drawn_at_seconds < entryPageReuseSeconds;
