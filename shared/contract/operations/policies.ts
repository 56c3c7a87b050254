import * as z from 'zod/mini';
import { documentId, policyId } from '../identifiers.ts';
import { defineOperation, none, pageQuery } from '../operation.ts';
import { pageOf } from '../resources/page.ts';
import { documentPolicy } from '../resources/policy.ts';

const onDocument = () => z.object({ document_id: documentId });

export const listDocumentPolicies = defineOperation('listDocumentPolicies', () => ({
  summary: 'List the policies attached to a document, newest attachment first',
  pathParameters: onDocument(),
  query: pageQuery(),
  body: null,
  success: { status: 200, schema: pageOf(documentPolicy) },
}));

export const attachDocumentPolicy = defineOperation('attachDocumentPolicy', () => ({
  summary: 'Attach a policy to a document',
  pathParameters: onDocument(),
  query: none,
  body: { kind: 'json', schema: z.strictObject({ policy_id: policyId }) },
  success: { status: 200, schema: documentPolicy },
}));

export const detachDocumentPolicy = defineOperation('detachDocumentPolicy', () => ({
  summary: 'Detach a policy from a document',
  pathParameters: z.object({ document_id: documentId, policy_id: policyId }),
  query: none,
  body: null,
  success: { status: 200, schema: z.strictObject({}) },
}));
