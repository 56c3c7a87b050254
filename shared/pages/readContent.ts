import type { VersionId } from '../contract/identifiers.ts';
import type { reached } from '../data/reading/views.ts';
import type { HttpResponse } from '../http/response.ts';

/** The values of `?file=` on the page of a version. */
export type FileKind = 'inline' | 'attachment';

/** The content that a visitor reads. Recorded activity depends on it, and the request's log line has its fields. */
export type ReadContent =
  | {
      readonly kind: 'view';
      /** The version that the page shows. */
      readonly version_id?: VersionId;
      /** The number of pages, if they are shown one by one; null if it is unknown. */
      readonly page_count?: number | null;
      /** The page reloads itself, because its content is not ready yet. */
      readonly is_waiting?: true;
    }
  | { readonly kind: 'file'; readonly version_id: VersionId; readonly file: FileKind }
  | {
      /** One page, as a picture or as text. */
      readonly kind: 'page';
      readonly version_id: VersionId;
      /** 1 for the first. */
      readonly page: number;
      readonly format: 'picture' | 'text';
      /** Stores how far a view got. Only the function that shows single pages passes it. */
      readonly reached: typeof reached;
    };

export interface Answer {
  readonly response: HttpResponse;
  /** null if the response shows no content of a document. */
  readonly read: ReadContent | null;
}
