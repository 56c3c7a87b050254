import type { ActorId, OrganizationId, Tenant } from '../contract/identifiers.ts';

/**
 * The group of messages that the sweep sends by id only. They must not delay a tenant's new messages, which are a group by tenant. SQS
 * serves groups with few messages before groups with many (Amazon SQS, "Fair queues").
 */
export const groupOfSwept = 'swept';

/** Returns the tenant that a document's versions are processed for: its organization, or its creator where it has none. */
export const tenantOf = (document: {
  readonly organization_id: OrganizationId | null;
  readonly created_by: { readonly id: ActorId };
}): Tenant => document.organization_id ?? document.created_by.id;
