/** The operations that the specification has (its section 4). */
const specified: ReadonlySet<string> = new Set([
  'listDocuments',
  'createDocument',
  'getDocument',
  'updateDocument',
  'generateDocumentEntryPage',
  'listDocumentPolicies',
  'attachDocumentPolicy',
  'detachDocumentPolicy',
  'listDocumentVersions',
  'createDocumentVersion',
  'getDocumentVersion',
  'updateDocumentVersion',
  'createOrganization',
  'listOrganizationMembers',
  'updateMemberRole',
  'listWebhooks',
  'registerWebhook',
]);

/** Returns whether the specification has an operation; others are published as extensions. */
export const isInSpecification = (operationId: string): boolean => specified.has(operationId);
