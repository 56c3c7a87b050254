import type { ActorId, OrganizationId } from '../contract/identifiers.ts';

/**
 * The message group of what SQS is to serve fairly between tenants: those with few messages come before the many of another
 * (Amazon SQS, "Fair queues").
 */
export type Tenant = OrganizationId | ActorId;

/** The group of messages that only the sweep knows of, by their ids: they must not come before what somebody has just sent. */
export const groupOfSwept = 'swept';
