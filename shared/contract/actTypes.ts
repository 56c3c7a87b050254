/**
 * The types of acts that are entries of activity without a webhook event. With the event types and the types of readings and
 * previews, these are all types of entries.
 */
export const actTypes = [
  'document.transferred',
  'documents.transferred',
  'document.share_sent',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.deliveries_resent',
  'invitation.created',
  'invitation.deleted',
  'invitation.sent',
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
