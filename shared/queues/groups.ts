import type { ActorId, OrganizationId, Tenant } from '../contract/identifiers.ts';

/**
 * The group of all messages that the sweep sends. New messages are grouped by tenant. SQS serves groups with few messages before groups
 * with many (Amazon SQS, "Fair queues"), so the messages of the sweep do not delay new messages.
 */
export const groupOfSwept = 'swept';

/** Returns the tenant of a document: its organization, or its creator if it has no organization. */
export const tenantOf = (document: {
  readonly organization_id: OrganizationId | null;
  readonly created_by: { readonly id: ActorId };
}): Tenant => document.organization_id ?? document.created_by.id;
