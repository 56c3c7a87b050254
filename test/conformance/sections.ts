/** The sections of the specification, in its order. */
export const sections = [
  ['1', 'What the service does'],
  ['2.1', 'Identifier formats'],
  ['2.2', 'Enumerations'],
  ['2.3', 'Document'],
  ['2.4', 'Version'],
  ['2.5', 'VersionRef'],
  ['2.6', 'User'],
  ['2.7', 'Policy'],
  ['2.8', 'DocumentPolicy'],
  ['2.9', 'Pagination'],
  ['2.10', 'Organization'],
  ['2.11', 'Organization member'],
  ['2.12', 'Webhook endpoint'],
  ['3', 'States and transitions'],
  ['4.1', 'Documents'],
  ['4.2', 'Entry page'],
  ['4.3', 'Policies on a document'],
  ['4.4', 'Versions'],
  ['4.5', 'Organizations and members'],
  ['4.6', 'Webhook endpoints'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7.1', 'Envelope format'],
  ['7.2', 'Problem format'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
  ['+', 'Beyond the specification'],
] as const;
export type Section = (typeof sections)[number][0];

/** The sections that test files of this folder cover. A file that is not here covers what is beyond the specification. */
const heldBy: Readonly<Record<string, readonly Section[]>> = {
  access: ['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '5'],
  attachedPolicies: ['2.7', '2.8', '4.3', '+'],
  changingRoles: ['2.11', '4.1', '4.5'],
  credentials: ['5', '7.1'],
  documents: ['1', '2.3', '2.5', '2.6', '4.1', '8', '+'],
  errors: ['2.9', '4.1', '4.4', '7.1', '7.2', '8', '9', '+'],
  files: ['4.1', '4.4', '7.1', '+'],
  generateDocumentEntryPage: ['4.2'],
  listDocuments: ['2.3', '2.9', '4.1', '4.4', '8', '+'],
  members: ['2.1', '2.2', '2.11', '4.5', '7.2', '+'],
  organization: ['2.10', '4.5', '8', '+'],
  pages: ['2.2', '2.3', '7.1', '7.2', '+'],
  permissions: ['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '5'],
  reference: ['9', '+'],
  signingIn: ['5', '+'],
  staffOverride: ['4.5', '5'],
  unreadable: ['2.1', '2.9', '5', '7.1', '7.2', '8'],
  versions: ['2.1', '2.2', '2.4', '2.5', '2.9', '3', '4.4', '8', '+'],
  webhooks: ['2.12', '4.6', '6', '8', '+'],
};

/** Returns the sections that a test file covers. */
export const sectionsOf = (name: string): readonly Section[] => heldBy[name] ?? ['+'];

/** The names of the files that cover sections of the specification. */
export const namedFiles: readonly string[] = Object.keys(heldBy);

/** The files that are skipped on stages that the run did not start itself, with the reasons. */
export const skippedOnStages: Readonly<Record<string, string>> = {
  changingRoles: 'it changes roles, and makes the newcomer a member for good, which would disturb other runs',
  renamedOrganization: 'it renames an organization for a moment, which would disturb other runs',
  readersWithoutAccount:
    "it chooses people at npm start's identity provider; other providers ask for their passwords",
  signingIn: "it chooses people at npm start's identity provider; other providers ask for their passwords",
};
