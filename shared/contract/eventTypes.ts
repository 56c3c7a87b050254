/** The types of events. Each event reports a change, except `webhook.test`, which is sent on request. */
export const eventTypes = [
  'document.created',
  'document.updated',
  'document.ready',
  'document.failed',
  'document.deleted',
  'document.restored',
  'document.viewed',
  'document.downloaded',
  'document.shared',
  'document.share_updated',
  'document.unshared',
  'document.access_requested',
  'version.created',
  'version.updated',
  'version.ready',
  'version.failed',
  'version.deleted',
  'policy.created',
  'policy.updated',
  'policy.attached',
  'policy.detached',
  'policy.acknowledged',
  'entry_page.generated',
  'organization.created',
  'member.joined',
  'member.role_updated',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Every event type, including future ones. */
export const allEventTypes = '*';
