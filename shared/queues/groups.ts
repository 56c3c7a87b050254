import type { ActorId, OrganizationId } from '../contract/identifiers.ts';

/**
 * The group of messages that SQS serves as one tenant's: those with few come before the many of another (Amazon SQS, "Fair
 * queues").
 */
export type Tenant = OrganizationId | ActorId;

/** The group of messages that the sweep sends by their ids alone: they must not come before a tenant's new ones. */
export const groupOfSwept = 'swept';
