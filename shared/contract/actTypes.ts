/**
 * The types of acts that have an entry of activity but no webhook event. Entries have one of these types, an event type, or a type of
 * reading or preview.
 */
export const actTypes = [
  'document.transferred',
  'documents.transferred',
  'document.share_sent',
  'document.share_ended',
  'document.access_declined',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.deliveries_resent',
  'invitation.created',
  'invitation.deleted',
  'invitation.sent',
  'group.entry_added',
  'group.entry_removed',
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
