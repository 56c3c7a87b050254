import type { ActorId, OrganizationId, Tenant } from '../contract/identifiers.ts';

/**
 * The group of messages that the sweep sends by their ids alone: they must not come before a tenant's new ones, which are a
 * group by tenant. SQS serves groups with few before the many of another (Amazon SQS, "Fair queues").
 */
export const groupOfSwept = 'swept';

/** Returns the tenant that a document's versions are processed for: its organization, or its creator where it has none. */
export const tenantOf = (document: {
  readonly organization_id: OrganizationId | null;
  readonly created_by: { readonly id: ActorId };
}): Tenant => document.organization_id ?? document.created_by.id;
