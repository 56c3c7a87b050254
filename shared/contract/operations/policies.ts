import * as z from 'zod/mini';
import { documentId, policyId } from '../identifiers.ts';
import { defineOperation, none, pageQuery } from '../operation.ts';
import { pageOf } from '../resources/page.ts';
import { documentPolicy } from '../resources/policy.ts';

const onDocument = z.object({ document_id: documentId });

export const listDocumentPolicies = defineOperation({
  id: 'listDocumentPolicies',
  summary: 'List the policies attached to a document, newest attachment first',
  resource: 'policies',
  method: 'GET',
  path: '/v1/documents/{document_id}/policies',
  errorFormat: 'envelope',
  permission: 'document#read',
  pathParameters: onDocument,
  query: pageQuery,
  body: null,
  success: { status: 200, schema: pageOf(documentPolicy) },
});

export const attachDocumentPolicy = defineOperation({
  id: 'attachDocumentPolicy',
  summary: 'Attach a policy to a document',
  resource: 'policies',
  method: 'POST',
  path: '/v1/documents/{document_id}/policies',
  errorFormat: 'envelope',
  permission: 'document#write',
  pathParameters: onDocument,
  query: none,
  body: { kind: 'json', schema: z.strictObject({ policy_id: policyId }) },
  success: { status: 200, schema: documentPolicy },
});

export const detachDocumentPolicy = defineOperation({
  id: 'detachDocumentPolicy',
  summary: 'Detach a policy from a document',
  resource: 'policies',
  method: 'DELETE',
  path: '/v1/documents/{document_id}/policies/{policy_id}',
  errorFormat: 'envelope',
  permission: 'document#write',
  pathParameters: z.object({ document_id: documentId, policy_id: policyId }),
  query: none,
  body: null,
  success: { status: 200, schema: z.strictObject({}) },
});
