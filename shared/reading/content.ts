import type { DocumentItem } from '../data/documents/documents.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import type { AttachmentItem } from '../data/policies/attachments.ts';
import type { CurrentAttachment } from '../data/policies/currentNames.ts';
import type { View } from '../data/reading/views.ts';

/** The content that a reader asks for: a document, and its parts. */
export interface Content {
  readonly document: DocumentItem;
  readonly attachments: readonly AttachmentItem[];
  /** The view that the request names, which may be another reader's. Undefined if there is none, or if the page loads no view. */
  readonly view?: View | undefined;
}

/** The loaded content. The document is undefined if there is none with the id. */
export type Found<Loaded extends Content> = Omit<Loaded, 'document'> & Partial<Pick<Loaded, 'document'>>;

/** The loaded content, with the current names and rules of its organization and policies. */
export type Current<Loaded extends Content> = Loaded & {
  readonly attachments: readonly CurrentAttachment[];
  /** Undefined if the document has no organization. */
  readonly organization: OrganizationItem | undefined;
};
