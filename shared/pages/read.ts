import type { VersionId } from '../contract/identifiers.ts';
import type { reached } from '../data/views.ts';
import type { HttpResponse } from '../http/response.ts';

/** The values of `?file=` on the page of a version. */
export type FileKind = 'inline' | 'attachment';

/** What a visitor gets to read. The record of reading depends on it, and the request's log line has its fields. */
export type Read =
  | {
      readonly kind: 'view';
      /** The version that the page shows. */
      readonly version_id?: VersionId;
      /** Set where pages are shown one by one: as many as there are; null: it is not known here. */
      readonly page_count?: number | null;
      /** The page loads itself again, as what it will show is not ready yet. */
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
      /** Records how far a view got. Only the function that shows pages may. */
      readonly reached: typeof reached;
    };

export interface Answer {
  readonly response: HttpResponse;
  /** null: nothing of a document. */
  readonly read: Read | null;
}
