import {
  type DocumentId,
  type OrganizationId,
  type PolicyId,
  type Ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { type Key, ofDocument, ofOrganization } from './key.ts';

/** Attachments sort in the order in which they were made: `attachmentId` is a ULID. */
export const attachmentPrefix = 'ATTACHED#';
export const attachmentKey = (documentId: DocumentId, attachmentId: Ulid): Key =>
  ofDocument(documentId, attachmentPrefix + attachmentId);

/**
 * Recent attachments in an organization, in the same order. Lists of a policy's documents are eventually consistent and can miss the
 * latest attachments, so these items are read in addition.
 */
export const recentAttachmentKey = (organizationId: OrganizationId, attachmentId: Ulid): Key =>
  ofOrganization(organizationId, attachmentPrefix + attachmentId);

/** This item says that a policy is attached to a document, and by which attachment. */
export const policyAttachmentKey = (documentId: DocumentId, policyId: PolicyId): Key =>
  ofDocument(documentId, `POLICY#${ulidOf(policyId)}`);

export const policyPrefix = 'POLICY#';
export const policyKey = (organizationId: OrganizationId, policyId: PolicyId): Key =>
  ofOrganization(organizationId, policyPrefix + ulidOf(policyId));

/** The names of an organization's policies, so that each name is unique. */
export const policyNamesKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'POLICYNAMES');

/** The partition of the list index with a policy's documents. The filter index has a partition of the same name, with the documents by id. */
export const policyList = (policyId: PolicyId): string => `POLICY#${ulidOf(policyId)}`;

/** The partition of the filter index with an organization's archived policies. */
export const archivedPolicyList = (organizationId: OrganizationId): string =>
  `ARCHIVED#ORG#${ulidOf(organizationId)}`;
