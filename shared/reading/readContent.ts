import type { VersionId } from '../contract/identifiers.ts';
import type { reached } from '../data/reading/views.ts';

/** The values of `?file=` on the page of a version. */
export type FileKind = 'inline' | 'attachment';

/** The content that a visitor reads. The content decides which activity is recorded. Its fields are in the log line of the request. */
export type ReadContent =
  | {
      readonly kind: 'view';
      /** The version that the page shows. */
      readonly version_id?: VersionId;
      /** The number of pages, if the view shows pages one by one; null if the number is unknown. */
      readonly page_count?: number | null;
      /** Set if the content is not ready yet. The page then reloads itself. */
      readonly is_waiting?: true;
    }
  /** The text of pages, as the API answers it. */
  | { readonly kind: 'text'; readonly version_id: VersionId }
  | { readonly kind: 'file'; readonly version_id: VersionId; readonly file: FileKind }
  | {
      /** One page, as a picture or as text. */
      readonly kind: 'page';
      readonly version_id: VersionId;
      /** The number of the page. The first page is 1. */
      readonly page: number;
      readonly format: 'picture' | 'text';
      /**
       * The function that stores how far a view got. It is a field, so that only the bundle of the function for single pages contains it.
       */
      readonly reached: typeof reached;
    };

/** An answer of which the record needs only the content. */
export interface Read {
  /** null if the answer shows no content of a document. */
  readonly read: ReadContent | null;
}
