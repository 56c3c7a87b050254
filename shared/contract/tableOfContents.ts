import type { Permission } from './permissions.ts';

/** A line of the table of contents. */
export type Row = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  /** `{name}` stands for a path parameter. */
  path: `/v1/${string}`,
  /** The permission that the caller needs; null: a valid credential is enough. */
  permission: Permission | null,
  /** One of specification 7's two error formats. */
  errorFormat: 'envelope' | 'problem',
  /** The file of its handler, below `functions/api/`. */
  handler: `${string}.ts`,
];

/** Every operation of the API in one place; their inputs and outputs are in `operations/`. */
// biome-ignore format: a table is read in columns
export const tableOfContents = {
  listDocuments:              ['GET',    '/v1/documents',                                     'document#read',             'envelope', 'documents/listDocuments.ts'],
  createDocument:             ['POST',   '/v1/documents',                                     'document#write',            'envelope', 'documents/createDocument.ts'],
  getDocument:                ['GET',    '/v1/documents/{document_id}',                       'document#read',             'envelope', 'documents/getDocument.ts'],
  updateDocument:             ['PATCH',  '/v1/documents/{document_id}',                       'document#write',            'envelope', 'documents/updateDocument.ts'],
  deleteDocument:             ['DELETE', '/v1/documents/{document_id}',                       'document#write',            'envelope', 'documents/deleteDocument.ts'],
  restoreDocument:            ['POST',   '/v1/documents/{document_id}/restore',               'document#write',            'envelope', 'documents/restoreDocument.ts'],
  setDocumentAccessLevel:     ['PUT',    '/v1/documents/{document_id}/access_level',          'document#write',            'envelope', 'documents/setDocumentAccessLevel.ts'],
  generateDocumentEntryPage:  ['POST',   '/v1/documents/{document_id}/entry_page',            'document#read',             'envelope', 'documents/generateDocumentEntryPage.ts'],
  listDocumentEarlierTexts:   ['GET',    '/v1/documents/{document_id}/earlier_texts',         'document#read',             'envelope', 'documents/listDocumentEarlierTexts.ts'],
  createUpload:               ['POST',   '/v1/uploads',                                       'document#write',            'envelope', 'uploads/createUpload.ts'],
  listDocumentActivity:       ['GET',    '/v1/documents/{document_id}/activity',              'document#read',             'envelope', 'activity/listDocumentActivity.ts'],
  listOrganizationActivity:   ['GET',    '/v1/organization/activity',                         'organization#manage',       'problem',  'activity/listOrganizationActivity.ts'],
  listDocumentVersions:       ['GET',    '/v1/documents/{document_id}/versions',              'document#read',             'envelope', 'versions/listDocumentVersions.ts'],
  createDocumentVersion:      ['POST',   '/v1/documents/{document_id}/versions',              'document#write',            'envelope', 'versions/createDocumentVersion.ts'],
  getDocumentVersion:         ['GET',    '/v1/documents/{document_id}/versions/{version_id}', 'document#read',             'envelope', 'versions/getDocumentVersion.ts'],
  updateDocumentVersion:      ['PATCH',  '/v1/documents/{document_id}/versions/{version_id}', 'document#write',            'envelope', 'versions/updateDocumentVersion.ts'],
  deleteDocumentVersion:      ['DELETE', '/v1/documents/{document_id}/versions/{version_id}', 'document#write',            'envelope', 'versions/deleteDocumentVersion.ts'],
  listDocumentPolicies:       ['GET',    '/v1/documents/{document_id}/policies',              'document#read',             'envelope', 'policies/listDocumentPolicies.ts'],
  attachDocumentPolicy:       ['POST',   '/v1/documents/{document_id}/policies',              'document#write',            'envelope', 'policies/attachDocumentPolicy.ts'],
  detachDocumentPolicy:       ['DELETE', '/v1/documents/{document_id}/policies/{policy_id}',  'document#write',            'envelope', 'policies/detachDocumentPolicy.ts'],
  listPolicies:               ['GET',    '/v1/policies',                                      'document#read',             'problem',  'policies/listPolicies.ts'],
  createPolicy:               ['POST',   '/v1/policies',                                      'organization#manage',       'problem',  'policies/createPolicy.ts'],
  getPolicy:                  ['GET',    '/v1/policies/{policy_id}',                          'document#read',             'problem',  'policies/getPolicy.ts'],
  updatePolicy:               ['PATCH',  '/v1/policies/{policy_id}',                          'organization#manage',       'problem',  'policies/updatePolicy.ts'],
  listPolicyDocuments:        ['GET',    '/v1/policies/{policy_id}/documents',                'document#read',             'problem',  'policies/listPolicyDocuments.ts'],
  createOrganization:         ['POST',   '/v1/organization',                                  'organization#create',       'problem',  'organization/createOrganization.ts'],
  getOrganization:            ['GET',    '/v1/organization',                                  'organization#list_members', 'problem',  'organization/getOrganization.ts'],
  updateOrganization:         ['PATCH',  '/v1/organization',                                  'organization#manage',       'problem',  'organization/updateOrganization.ts'],
  deleteOrganization:         ['DELETE', '/v1/organization',                                  'organization#manage',       'problem',  'organization/deleteOrganization.ts'],
  switchOrganization:         ['POST',   '/v1/organization/switch',                           null,                        'problem',  'organization/switchOrganization.ts'],
  listOrganizationMembers:    ['GET',    '/v1/organization/members',                          'organization#list_members', 'problem',  'organization/listOrganizationMembers.ts'],
  listOrganizationOwners:     ['GET',    '/v1/organization/owners',                           'organization#list_members', 'problem',  'organization/listOrganizationOwners.ts'],
  reclaimOwnership:           ['POST',   '/v1/organization/reclaim_ownership',                null,                        'problem',  'organization/reclaimOwnership.ts'],
  updateMemberRole:           ['PATCH',  '/v1/organization/members/{user_id}',                'organization#manage',       'problem',  'organization/updateMemberRole.ts'],
  removeMember:               ['DELETE', '/v1/organization/members/{user_id}',                'organization#leave',        'problem',  'organization/removeMember.ts'],
  transferDocuments:          ['POST',   '/v1/organization/members/{user_id}/transfer_documents', 'organization#manage',    'problem',  'organization/transferDocuments.ts'],
  listInvitations:            ['GET',    '/v1/organization/invitations',                      'organization#manage',       'problem',  'invitations/listInvitations.ts'],
  createInvitation:           ['POST',   '/v1/organization/invitations',                      'organization#manage',       'problem',  'invitations/createInvitation.ts'],
  deleteInvitation:           ['DELETE', '/v1/organization/invitations/{invitation_id}',      'organization#manage',       'problem',  'invitations/deleteInvitation.ts'],
  listWebhooks:               ['GET',    '/v1/webhooks',                                      'organization#manage',       'problem',  'webhooks/listWebhooks.ts'],
  registerWebhook:            ['POST',   '/v1/webhooks',                                      'organization#manage',       'problem',  'webhooks/registerWebhook.ts'],
  getWebhook:                 ['GET',    '/v1/webhooks/{webhook_id}',                         'organization#manage',       'problem',  'webhooks/getWebhook.ts'],
  updateWebhook:              ['PATCH',  '/v1/webhooks/{webhook_id}',                         'organization#manage',       'problem',  'webhooks/updateWebhook.ts'],
  deleteWebhook:              ['DELETE', '/v1/webhooks/{webhook_id}',                         'organization#manage',       'problem',  'webhooks/deleteWebhook.ts'],
  rotateWebhookSecret:        ['POST',   '/v1/webhooks/{webhook_id}/rotate_secret',           'organization#manage',       'problem',  'webhooks/rotateWebhookSecret.ts'],
  testWebhook:                ['POST',   '/v1/webhooks/{webhook_id}/test',                    'organization#manage',       'problem',  'webhooks/testWebhook.ts'],
  listWebhookDeliveries:      ['GET',    '/v1/webhooks/{webhook_id}/deliveries',              'organization#manage',       'problem',  'webhooks/listWebhookDeliveries.ts'],
  resendWebhookDelivery:      ['POST',   '/v1/webhooks/{webhook_id}/deliveries/{event_id}/resend', 'organization#manage',  'problem',  'webhooks/resendWebhookDelivery.ts'],
  resendWebhookDeliveries:    ['POST',   '/v1/webhooks/{webhook_id}/resend',                  'organization#manage',       'problem',  'webhooks/resendWebhookDeliveries.ts'],
  listEvents:                 ['GET',    '/v1/events',                                        'organization#manage',       'problem',  'events/listEvents.ts'],
  getMe:                      ['GET',    '/v1/me',                                            null,                        'problem',  'me/getMe.ts'],
  updateMe:                   ['PATCH',  '/v1/me',                                            null,                        'problem',  'me/updateMe.ts'],
  listApiKeys:                ['GET',    '/v1/api_keys',                                      null,                        'problem',  'apiKeys/listApiKeys.ts'],
  createApiKey:               ['POST',   '/v1/api_keys',                                      null,                        'problem',  'apiKeys/createApiKey.ts'],
  deleteApiKey:               ['DELETE', '/v1/api_keys/{key_id}',                             null,                        'problem',  'apiKeys/deleteApiKey.ts'],
  listServiceAccounts:        ['GET',    '/v1/service_accounts',                              'organization#manage',       'problem',  'serviceAccounts/listServiceAccounts.ts'],
  createServiceAccount:       ['POST',   '/v1/service_accounts',                              'organization#manage',       'problem',  'serviceAccounts/createServiceAccount.ts'],
  deleteServiceAccount:       ['DELETE', '/v1/service_accounts/{service_account_id}',         'organization#manage',       'problem',  'serviceAccounts/deleteServiceAccount.ts'],
} as const satisfies Readonly<Record<string, Row>>;
export type OperationId = keyof typeof tableOfContents;
