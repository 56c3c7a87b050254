/**
 * The acts that activity tells of besides events: what nobody is told of by webhooks. With the event types and what readers do, they
 * are all types of entries there are.
 */
export const actTypes = [
  'document.transferred',
  'documents.transferred',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.deliveries_resent',
  'invitation.created',
  'invitation.deleted',
  'organization.updated',
  'organization.deleted',
  'organization.restored',
  'service_account.created',
  'service_account.deleted',
  'service_account.added',
  'service_account.role_updated',
  'service_account.removed',
  'api_key.updated',
  'user.disabled',
  'user.enabled',
  'user.updated',
  'user.rebound',
  'user.erased',
  'session.created',
  'sessions.revoked',
  'quotas.updated',
] as const;
export type ActType = (typeof actTypes)[number];
