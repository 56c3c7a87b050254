/** The operations that section 4 of the specification lists. */
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

/** Returns whether an operation is in the specification. Other operations are published as extensions. */
export const isInSpecification = (operationId: string): boolean => specified.has(operationId);
