import { secondsByPage, withFigures } from '../../../shared/access/readerFigures.ts';
import type { Ulid } from '../../../shared/contract/identifiers.ts';
import { isBeingRemoved } from '../../../shared/data/documents/deletedDocuments.ts';
import { listEveryDocument } from '../../../shared/data/documents/documentLists.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { listEarlierTexts } from '../../../shared/data/documents/earlierTexts.ts';
import { listVersions } from '../../../shared/data/documents/versions.ts';
import type { OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { listAttachments } from '../../../shared/data/policies/attachments.ts';
import { withOrganizationName, withPolicyNames } from '../../../shared/data/policies/currentNames.ts';
import { listAcknowledgements } from '../../../shared/data/reading/acknowledgements.ts';
import { listReaders } from '../../../shared/data/reading/readers.ts';
import { listAccessRequests, withAskersNames } from '../../../shared/data/shares/accessRequests.ts';
import { listEndedShares, listShares } from '../../../shared/data/shares/shares.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import {
  presentAccessRequest,
  presentAttachment,
  presentDocument,
  presentEarlierText,
  presentEndedShare,
  presentShare,
  presentVersion,
} from '../../../shared/presentation/present.ts';
import { Lines } from './folder.ts';
import type { Pdfs } from './pdfs.ts';

/** The number of documents that are exported at the same time. The SDK has more connections, so no request waits. */
const concurrency = 8;
const itemsOfPart = 100;

/** Writes the documents of an organization, private and deleted ones too, with their versions, policies and PDFs. */
export async function exportDocuments(folder: string, organization: OrganizationItem, pdfs: Pdfs) {
  const documents = new Lines(folder, 'documents.jsonl');
  const versions = new Lines(folder, 'versions.jsonl');
  const attachments = new Lines(folder, 'document_policies.jsonl');
  const earlierTexts = new Lines(folder, 'earlier_texts.jsonl');
  const shares = new Lines(folder, 'shares.jsonl');
  const accessRequests = new Lines(folder, 'access_requests.jsonl');
  const acknowledgements = new Lines(folder, 'acknowledgements.jsonl');
  const readers = new Lines(folder, 'readers.jsonl');

  const exportOne = async (document: DocumentItem): Promise<void> => {
    await documents.append(presentKept(withOrganizationName(document, organization)));
    for await (const part of partsOf((after) => listVersions(document.id, after, itemsOfPart)))
      for (const version of part) {
        const pdf = await pdfs.save(version);
        const { number, file_name = null, failure = null } = version;
        const text = await pdfs.saveText(version);
        await versions.append({ ...presentVersion(version), number, file_name, failure, file: pdf, text });
      }
    for await (const part of partsOf((after) => listAttachments(document.id, after, itemsOfPart)))
      for (const attachment of await withPolicyNames(document, part))
        await attachments.append(presentAttachment(attachment));
    for await (const part of partsOf((after) => listEarlierTexts(document.id, after, itemsOfPart)))
      for (const text of part) await earlierTexts.append(presentEarlierText(text));
    for await (const part of partsOf((after) => listShares(document.id, after, itemsOfPart, Date.now())))
      for (const share of part) await shares.append(presentShare(share));
    for await (const part of partsOf((after) => listEndedShares(document, after, itemsOfPart, Date.now())))
      for (const share of part.filter(({ ended_at }) => ended_at !== undefined))
        await shares.append(presentEndedShare(share));
    for (const request of await withAskersNames(await listAccessRequests(document.id, Date.now())))
      await accessRequests.append({ document_id: document.id, ...presentAccessRequest(request) });
    for (const acknowledgement of await listAcknowledgements(document.id))
      await acknowledgements.append(acknowledgement);
    for await (const part of partsOf((after) =>
      listReaders(document.id, true, { limit: itemsOfPart, after }),
    ))
      for (const { reader, seconds } of await withFigures(document, part, creatorOf(document)))
        await readers.append({ document_id: document.id, ...reader, page_seconds: secondsByPage(seconds) });
  };
  /** Readers are written as the creator of the document sees them. */
  const creatorOf = ({ created_by }: DocumentItem) => ({
    organization_id: organization.id,
    permissions: ['organization#list_members'] as const,
    user: created_by,
  });

  for await (const part of listEveryDocument(organization.id)) {
    // A document that is being removed is incomplete, and cannot be restored.
    const kept = part.filter((document) => !isBeingRemoved(document));
    for (let start = 0; start < kept.length; start += concurrency)
      await Promise.all(kept.slice(start, start + concurrency).map(exportOne));
  }
  const files = [documents, versions, attachments, earlierTexts, shares, accessRequests, acknowledgements];
  return Promise.all([...files, readers].map((file) => file.close()));
}

/** Returns the fields that clients see. For a deleted document, also returns when it was deleted, and until when it can be restored. */
const presentKept = (document: DocumentItem) => ({
  ...presentDocument(document),
  organization_id: document.organization_id,
  version_count: document.version_count,
  deleted_at: document.deletion_id === undefined ? null : createdAt(`doc_${document.deletion_id}`),
  restorable_until:
    document.restorable_until_ms === undefined ? null : new Date(document.restorable_until_ms).toISOString(),
});

async function* partsOf<T>(
  read: (after: Ulid | undefined) => Promise<{ readonly items: T[]; readonly next: Ulid | undefined }>,
): AsyncGenerator<T[]> {
  let after: Ulid | undefined;
  do {
    const { items, next } = await read(after);
    yield items;
    after = next;
  } while (after !== undefined);
}
