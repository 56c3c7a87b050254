/** A policy, and what it asks of readers in a few words; empty where it asks nothing. */
export interface EntryPagePolicy {
  readonly name: string;
  readonly asks: string;
}

/** The content of an entry page. */
export interface EntryPageContent {
  readonly title: string;
  /** Its line breaks are kept; a description that is too long ends in an ellipsis. */
  readonly description: string | null;
  readonly organizationName: string | null;
  /** Who may read the document, in words. */
  readonly access: string;
  /** Short, such as `Version 3`: it stands beside the date. */
  readonly versionLabel: string;
  /** RFC 3339 date-time of the version; shown as a date in UTC. */
  readonly date: string;
  /** Shown, linked, and encoded in the QR code. */
  readonly serviceUrl: string;
  /** May be empty. The first six are listed, the others counted. */
  readonly policies: readonly EntryPagePolicy[];
}

/** Changes with the look of the page: pages drawn under another number are out of date. */
export const entryPageDesign = 1;
