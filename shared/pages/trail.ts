import type { VersionId } from '../contract/identifiers.ts';

/** The values of `?file=` on the page of a version. */
export type FileKind = 'inline' | 'attachment';

/** Names what somebody read, for the log line of their request. */
export interface Trail {
  /** The version whose PDF they got, in the page or as a file. */
  version_id?: VersionId;
  /** The page of it that they got as a picture or as text, 1 for the first. */
  page?: number;
  /** Set for a download of the file alone. */
  file?: FileKind;
  /** Set where pages are shown one by one: as many as there are; null: it is not known here. */
  page_count?: number | null;
}
