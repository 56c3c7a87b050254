import type { ActType } from '../../contract/actTypes.ts';
import type { EventType } from '../../contract/eventTypes.ts';
import type { RecordedType } from '../../contract/resources/activity.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

/** Events without an entry of their own. */
type Unrecorded = 'document.viewed' | 'document.downloaded' | 'policy.acknowledged' | 'webhook.test';

/** The words for each type of entry. */
const words: Readonly<
  Record<RecordedType | ActType | Exclude<EventType, Unrecorded>, Extract<WordKey, `activity.${string}`>>
> = {
  viewed: 'activity.viewed',
  downloaded: 'activity.downloaded',
  acknowledged: 'activity.acknowledged',
  refused: 'activity.refused',
  previewed: 'activity.previewed',
  'document.created': 'activity.created',
  'document.updated': 'activity.updated',
  'document.deleted': 'activity.deleted',
  'document.restored': 'activity.restored',
  'document.ready': 'activity.ready',
  'document.failed': 'activity.failed',
  'document.shared': 'activity.shared',
  'document.unshared': 'activity.unshared',
  'document.share_updated': 'activity.shareUpdated',
  'document.share_sent': 'activity.shareSent',
  'document.transferred': 'activity.transferred',
  'documents.transferred': 'activity.documentsTransferred',
  'version.created': 'activity.versionCreated',
  'version.updated': 'activity.versionUpdated',
  'version.ready': 'activity.versionReady',
  'version.failed': 'activity.versionFailed',
  'version.deleted': 'activity.versionDeleted',
  'policy.created': 'activity.policyCreated',
  'policy.updated': 'activity.policyUpdated',
  'policy.attached': 'activity.policyAttached',
  'policy.detached': 'activity.policyDetached',
  'entry_page.generated': 'activity.entryPage',
  'organization.created': 'activity.organizationCreated',
  'organization.updated': 'activity.organizationUpdated',
  'organization.deleted': 'activity.organizationDeleted',
  'organization.restored': 'activity.organizationRestored',
  'member.joined': 'activity.memberJoined',
  'member.role_updated': 'activity.memberRole',
  'member.removed': 'activity.memberRemoved',
  'invitation.created': 'activity.invited',
  'invitation.deleted': 'activity.invitationWithdrawn',
  'invitation.sent': 'activity.invitationSent',
  'api_key.created': 'activity.keyMade',
  'api_key.updated': 'activity.keyUpdated',
  'api_key.revoked': 'activity.keyRevoked',
  'service_account.created': 'activity.accountCreated',
  'service_account.deleted': 'activity.accountDeleted',
  'service_account.added': 'activity.accountAdded',
  'service_account.role_updated': 'activity.accountRole',
  'service_account.removed': 'activity.accountRemoved',
  'webhook.created': 'activity.endpointCreated',
  'webhook.updated': 'activity.endpointUpdated',
  'webhook.disabled': 'activity.endpointDisabled',
  'webhook.deleted': 'activity.endpointDeleted',
  'webhook.secret_rotated': 'activity.secretRotated',
  'webhook.deliveries_resent': 'activity.deliveriesResent',
  'user.disabled': 'activity.userDisabled',
  'user.enabled': 'activity.userEnabled',
  'user.updated': 'activity.userUpdated',
  'user.rebound': 'activity.userRebound',
  'user.erased': 'activity.userErased',
  'session.created': 'activity.signedIn',
  'sessions.revoked': 'activity.sessionsEnded',
  'quotas.updated': 'activity.quotasUpdated',
};

/** Returns the words for a type of entry. A type that a later release introduced has no words, and is returned as it is. */
export const typeText = (type: string): string =>
  Object.hasOwn(words, type) ? t(words[type as ActType]) : type;
