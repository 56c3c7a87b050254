import { type DocumentItem, newestVersionNumber } from '../data/documents/documents.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import type { CurrentAttachment } from '../data/policies/currentNames.ts';
import { createdAt } from '../data/table/ids.ts';
import { type EntryPageContent, entryPageDesign } from '../pdf/entryPage/content.ts';
import { accessInWords } from '../policies/accessInWords.ts';
import { asksFor, type GroupNames } from '../policies/ruleKinds.ts';
import { sha256Of } from '../text/sha256.ts';
import { inWords, listed } from '../words/words.ts';
import { documentUrl } from './present.ts';

/**
 * Returns the content of an entry page at `now` (epoch milliseconds). Without `seesNames`, for a person outside the organization, the page
 * names no policies and no readers, and only shows the rules. `organization`: that of the document, if it has one
 */
export function entryPageContent(
  document: DocumentItem,
  attachments: readonly CurrentAttachment[],
  {
    seesNames,
    now,
    organization,
    groupNames,
  }: {
    readonly seesNames: boolean;
    readonly now: number;
    readonly organization: OrganizationItem | undefined;
    /** The names of the groups that the policies name, as far as they exist. */
    readonly groupNames: GroupNames;
  },
): EntryPageContent {
  const { current_version, newest_version_id } = document;
  const { accent_color, logo_sha256 } = organization ?? {};
  return {
    title: document.title,
    description: document.description,
    organizationName: document.organization_name,
    access: inWords(accessInWords(document, attachments, now, (id) => groupNames.has(id))),
    versionLabel: `Version ${current_version?.number ?? newestVersionNumber(document)}`,
    date: createdAt(current_version?.id ?? newest_version_id),
    serviceUrl: documentUrl(document.id),
    policies: attachments
      .map((attachment) => ({
        name: seesNames ? attachment.policy.name : 'A policy',
        asks: listed(asksFor(attachment, now, { namesReaders: seesNames, groupNames }).map(inWords)),
      }))
      .filter(({ asks }) => seesNames || asks !== ''),
    ...(accent_color !== undefined && { accentColor: accent_color }),
    ...(logo_sha256 !== undefined && { logoSha256: logo_sha256 }),
  };
}

/** Returns the name of a stored file. The same content in the same design has the same file. */
export const fingerprintOf = (content: EntryPageContent): string =>
  sha256Of(JSON.stringify([entryPageDesign, content]));
