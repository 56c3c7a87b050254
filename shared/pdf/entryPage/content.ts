/** A policy and a summary of its rules for readers. The summary is empty if there are none. */
export interface EntryPagePolicy {
  readonly name: string;
  readonly asks: string;
}

/** The content of an entry page. */
export interface EntryPageContent {
  readonly title: string;
  /** The page keeps line breaks. A description that is too long ends in an ellipsis. */
  readonly description: string | null;
  readonly organizationName: string | null;
  /** Who may read the document, in words. */
  readonly access: string;
  /** A short text beside the date, such as `Version 3`. */
  readonly versionLabel: string;
  /** RFC 3339 date-time of the version; shown as a date in UTC. */
  readonly date: string;
  /** The page shows it as a link and as a QR code. */
  readonly serviceUrl: string;
  /** May be empty. The page lists the first six policies and counts the others. */
  readonly policies: readonly EntryPagePolicy[];
}

/** Change this number with the look of the page: then pages with another number are drawn again. */
export const entryPageDesign = 1;
