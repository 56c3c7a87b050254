/** Names for the resources and events of the API. They are the names in the OpenAPI document. */
import type { Operations } from './operations.ts';

type Output<Id extends keyof Operations> = Operations[Id]['output'];
/** An item of a list. */
type Item<Id extends { [I in keyof Operations]: Output<I> extends Items ? I : never }[keyof Operations]> =
  Output<Id> extends { readonly items: readonly (infer One)[] } ? One : never;
interface Items {
  readonly items: readonly unknown[];
}

export type Document = Output<'getDocument'>;
export type DocumentDetails = Item<'listDocumentDetails'>;
export type DocumentPicture = Output<'getDocumentPicture'>;
export type DocumentText = Output<'getDocumentText'>;
export type SearchHit = Item<'search'>;
export type VersionProblem = NonNullable<DocumentDetails['problem']>;
export type OwnShare = NonNullable<DocumentDetails['own_share']>;
export type EntryPage = Output<'generateDocumentEntryPage'>;
export type EarlierText = Item<'listDocumentEarlierTexts'>;
export type Version = Output<'getDocumentVersion'>;
export type VersionRef = NonNullable<Document['current_version']>;
export type VersionDetails = Item<'listDocumentVersionDetails'>;
export type VersionFailure = NonNullable<VersionDetails['failure']>;
export type VersionDownload = Output<'getDocumentVersionDownload'>;
export type Upload = Output<'createUpload'>;
export type User = Document['created_by'];
export type Share = Output<'getDocumentShare'>;
export type ShareRules = Share['rules'];
export type AccessRequest = Item<'listDocumentAccessRequests'>;
export type DocumentAccessRequest = DocumentAccessRequestedEvent['data'];
export type Activity = Item<'listDocumentActivity'>;
export type ViewActivity = DocumentViewedEvent['data'];
export type ActivitySummary = Output<'getDocumentActivitySummary'>;
export type ReadingDay = ActivitySummary['days'][number];
export type ReachedPage = NonNullable<ActivitySummary['pages']>[number];
export type DocumentReader = Item<'listDocumentReaders'>;
export type DocumentReaderPages = Output<'getDocumentReader'>;
export type ReadingPerson = NonNullable<DocumentReader['person']>;
export type PageSeconds = DocumentReaderPages['page_seconds'][number];
export type DocumentPolicy = Output<'attachDocumentPolicy'>;
export type Policy = DocumentPolicy['policy'];
export type OrganizationPolicy = Output<'getPolicy'>;
export type PolicyUpdate = PolicyUpdatedEvent['data'];
export type LongLists = NonNullable<PolicyUpdate['long_lists']>;
export type LongList = NonNullable<LongLists['allowed_emails']>;
export type Rules = OrganizationPolicy['rules'];
export type Organization = Output<'getOrganization'>;
export type OrganizationLogo = Output<'setOrganizationLogo'>;
export type OwnOrganization = Output<'getMe'>['organizations'][number];
export type OrganizationMember = Item<'listOrganizationMembers'>;
export type OrganizationOwner = Item<'listOrganizationOwners'>;
export type DocumentsTransferred = Output<'transferDocuments'>;
export type Invitation = Item<'listInvitations'>;
/** An invitation with its `url`, which is undefined in a late repetition of the call. */
export type InvitationWithUrl = Output<'createInvitation'>;
export type Group = Output<'getGroup'>;
export type GroupEntry = Item<'listGroupEntries'>;
export type Room = Output<'getRoom'>;
export type RoomItem = Output<'getRoomItem'>;
export type RoomAccess = Output<'getRoomAccess'>;
export type RoomPolicy = Item<'listRoomPolicies'>;
export type RoomReader = Item<'listRoomReaders'>;
export type ServiceAccount = Output<'createServiceAccount'>;
export type ApiKey = ApiKeyCreatedEvent['data'];
export type ApiKeyWithUse = Item<'listApiKeys'>;
/** An API key with its `api_key`, which is undefined in a late repetition of the call. */
export type ApiKeyWithSecret = Output<'createApiKey'>;
export type Me = Output<'getMe'>;
export type LostOwnership = NonNullable<Me['lost_ownership']>;
export type Session = Item<'listSessions'>;
export type WebhookEndpoint = Output<'listWebhooks'>['webhooks'][number];
/** An endpoint with its `secret`, which is undefined in a late repetition of the call. */
export type WebhookEndpointWithSecret = Output<'registerWebhook'>;
export type WebhookDetails = Output<'getWebhook'>;
export type WebhookWithState = WebhookDisabledEvent['data'];
export type WebhookDelivery = Item<'listWebhookDeliveries'>;
export type ResentWebhookDeliveries = Output<'resendWebhookDeliveries'>;
export type WebhookAttempt = WebhookDelivery['attempts'][number];
export type Pagination = Output<'listDocuments'>['pagination'];

/** An event. Its `type` decides the type of its `data`. Later releases can send other types: ignore those that you do not know. */
export type WebhookEvent = Item<'listEvents'>;
export type WebhookEventType = WebhookEvent['type'];
export type EventActor = NonNullable<WebhookEvent['actor']>;
type EventOf<Type extends WebhookEventType> = Extract<WebhookEvent, { readonly type: Type }>;
export type DocumentCreatedEvent = EventOf<'document.created'>;
export type DocumentUpdatedEvent = EventOf<'document.updated'>;
export type DocumentReadyEvent = EventOf<'document.ready'>;
export type DocumentFailedEvent = EventOf<'document.failed'>;
export type DocumentDeletedEvent = EventOf<'document.deleted'>;
export type DocumentRestoredEvent = EventOf<'document.restored'>;
export type DocumentViewedEvent = EventOf<'document.viewed'>;
export type DocumentDownloadedEvent = EventOf<'document.downloaded'>;
export type DocumentSharedEvent = EventOf<'document.shared'>;
export type DocumentShareUpdatedEvent = EventOf<'document.share_updated'>;
export type DocumentUnsharedEvent = EventOf<'document.unshared'>;
export type DocumentAccessRequestedEvent = EventOf<'document.access_requested'>;
export type VersionCreatedEvent = EventOf<'version.created'>;
export type VersionUpdatedEvent = EventOf<'version.updated'>;
export type VersionReadyEvent = EventOf<'version.ready'>;
export type VersionFailedEvent = EventOf<'version.failed'>;
export type VersionDeletedEvent = EventOf<'version.deleted'>;
export type PolicyCreatedEvent = EventOf<'policy.created'>;
export type PolicyUpdatedEvent = EventOf<'policy.updated'>;
export type PolicyAttachedEvent = EventOf<'policy.attached'>;
export type PolicyDetachedEvent = EventOf<'policy.detached'>;
export type PolicyAcknowledgedEvent = EventOf<'policy.acknowledged'>;
export type EntryPageGeneratedEvent = EventOf<'entry_page.generated'>;
export type OrganizationCreatedEvent = EventOf<'organization.created'>;
export type MemberJoinedEvent = EventOf<'member.joined'>;
export type MemberRoleUpdatedEvent = EventOf<'member.role_updated'>;
export type MemberRemovedEvent = EventOf<'member.removed'>;
export type GroupCreatedEvent = EventOf<'group.created'>;
export type GroupUpdatedEvent = EventOf<'group.updated'>;
export type GroupDeletedEvent = EventOf<'group.deleted'>;
export type RoomCreatedEvent = EventOf<'room.created'>;
export type RoomUpdatedEvent = EventOf<'room.updated'>;
export type RoomDeletedEvent = EventOf<'room.deleted'>;
export type RoomItemAddedEvent = EventOf<'room.item_added'>;
export type RoomItemUpdatedEvent = EventOf<'room.item_updated'>;
export type RoomItemRemovedEvent = EventOf<'room.item_removed'>;
export type RoomAccessGrantedEvent = EventOf<'room.access_granted'>;
export type RoomAccessUpdatedEvent = EventOf<'room.access_updated'>;
export type RoomAccessEndedEvent = EventOf<'room.access_ended'>;
export type RoomPolicyAttachedEvent = EventOf<'room.policy_attached'>;
export type RoomPolicyDetachedEvent = EventOf<'room.policy_detached'>;
/** The data of events about items and access. */
export type ItemsOfRoom = RoomItemAddedEvent['data'];
export type ItemOfRoom = RoomItemUpdatedEvent['data'];
export type AccessOfRoom = RoomAccessGrantedEvent['data'];
export type ApiKeyCreatedEvent = EventOf<'api_key.created'>;
export type ApiKeyRevokedEvent = EventOf<'api_key.revoked'>;
export type WebhookDisabledEvent = EventOf<'webhook.disabled'>;
export type WebhookTestEvent = EventOf<'webhook.test'>;
