/** A policy with a summary of its rules for readers. Without such rules, the summary is empty. */
export interface EntryPagePolicy {
  readonly name: string;
  readonly asks: string;
}

/** The content of an entry page. */
export interface EntryPageContent {
  readonly title: string;
  /** The page keeps the line breaks. It cuts a description that is too long, and ends it with an ellipsis. */
  readonly description: string | null;
  readonly organizationName: string | null;
  /** Who may read the document, in words. */
  readonly access: string;
  /** A short text beside the date, such as `Version 3`. */
  readonly versionLabel: string;
  /** The time of the version, in RFC 3339. The page shows the date in UTC. */
  readonly date: string;
  /** The URL behind the link and the QR code of the page. */
  readonly serviceUrl: string;
  /** The page lists the first six policies, and says how many others there are. The list may be empty. */
  readonly policies: readonly EntryPagePolicy[];
  /** `#` and six hexadecimal digits. Default: the color of the service */
  readonly accentColor?: string;
  /** The SHA-256 of the organization's logo, so that another logo is other content. Default: it has none */
  readonly logoSha256?: string;
}

/** Change this number when the look of the page changes. Stored pages with another number are then drawn again. */
export const entryPageDesign = 2;
