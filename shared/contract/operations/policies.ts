import * as z from 'zod/mini';
import { documentId, policyId } from '../identifiers.ts';
import { policyNameMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { documentPolicy, organizationPolicy } from '../resources/policy.ts';
import { newRules } from '../resources/rules.ts';
import { shownName } from '../text.ts';

const onDocument = () => z.object({ document_id: documentId });
const onPolicy = () => z.object({ policy_id: policyId });
const policyName = () => shownName(policyNameMaxCharacters);
/** The client repeats the name of a policy to lock it, so that nobody locks the wrong policy. */
const confirm = z.optional(z.string());

export const listDocumentPolicies = defineOperation('listDocumentPolicies', () => ({
  summary: 'List the policies attached to a document, newest attachment first',
  pathParameters: onDocument(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(documentPolicy) },
}));

export const attachDocumentPolicy = defineOperation('attachDocumentPolicy', () => ({
  summary: 'Attach a policy to a document',
  pathParameters: onDocument(),
  body: { kind: 'json', schema: z.strictObject({ policy_id: policyId }) },
  success: { status: 200, schema: documentPolicy },
}));

export const detachDocumentPolicy = defineOperation('detachDocumentPolicy', () => ({
  summary: 'Detach a policy from a document',
  pathParameters: z.object({ document_id: documentId, policy_id: policyId }),
  success: { status: 200, schema: z.strictObject({}) },
}));

export const listPolicies = defineOperation('listPolicies', () => ({
  summary: 'List the policies of your organization, newest first',
  staffOverride: true,
  query: z.extend(pageQuery(), { archived: z.optional(z.enum(['true', 'false'])) }),
  success: { status: 200, schema: listPageOf(organizationPolicy) },
}));

export const createPolicy = defineOperation('createPolicy', () => ({
  summary: 'Add a policy to your organization',
  staffOverride: true,
  body: {
    kind: 'json',
    schema: z.strictObject({ name: policyName(), rules: z.optional(newRules), confirm }),
  },
  success: { status: 201, schema: organizationPolicy },
  entityTag: true,
}));

export const getPolicy = defineOperation('getPolicy', () => ({
  summary: 'Read a policy of your organization',
  staffOverride: true,
  pathParameters: onPolicy(),
  success: { status: 200, schema: organizationPolicy },
  entityTag: true,
}));

export const updatePolicy = defineOperation('updatePolicy', () => ({
  summary: 'Change a policy of your organization: its name, its rules, or whether it is archived',
  staffOverride: true,
  pathParameters: onPolicy(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: z.optional(policyName()),
      archived: z.optional(z.boolean()),
      /** These rules replace all rules of the policy. */
      rules: z.optional(newRules),
      confirm,
    }),
  },
  success: { status: 200, schema: organizationPolicy },
  entityTag: true,
}));

export const listPolicyDocuments = defineOperation('listPolicyDocuments', () => ({
  summary: 'List the documents that a policy is attached to, newest attachment first',
  pathParameters: onPolicy(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(documentPolicy) },
}));
