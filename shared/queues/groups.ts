import type { ActorId, OrganizationId, Tenant } from '../contract/identifiers.ts';

/**
 * The group of messages that the sweep sends. New messages have a group for each tenant. SQS serves groups with few messages before groups
 * with many (Amazon SQS, "Fair queues"), so the sweep does not delay new messages.
 */
export const groupOfSwept = 'swept';

/** Returns the tenant of a document: its organization, or its creator if it has no organization. */
export const tenantOf = (document: {
  readonly organization_id: OrganizationId | null;
  readonly created_by: { readonly id: ActorId };
}): Tenant => document.organization_id ?? document.created_by.id;
