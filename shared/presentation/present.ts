import { type DocumentId, type RoomId, ulidOf } from '../contract/identifiers.ts';
import type { AccessRequest } from '../contract/resources/accessRequest.ts';
import type { Activity } from '../contract/resources/activity.ts';
import type { ApiKey } from '../contract/resources/apiKey.ts';
import type { Document } from '../contract/resources/document.ts';
import type { EarlierText } from '../contract/resources/earlierText.ts';
import type { Invitation } from '../contract/resources/invitation.ts';
import type {
  Organization,
  OrganizationMember,
  OrganizationOwner,
} from '../contract/resources/organization.ts';
import type { DocumentPolicy, OrganizationPolicy } from '../contract/resources/policy.ts';
import { rules } from '../contract/resources/rules.ts';
import type { SearchHit } from '../contract/resources/searchHit.ts';
import type { ServiceAccount } from '../contract/resources/serviceAccount.ts';
import type { Session } from '../contract/resources/session.ts';
import type { Share } from '../contract/resources/share.ts';
import type { User } from '../contract/resources/user.ts';
import type { Version } from '../contract/resources/version.ts';
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookWithState,
} from '../contract/resources/webhook.ts';
import { utcTime } from '../contract/text.ts';
import { type ActivityItem, roomOf } from '../data/activity/activity.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../data/callers/apiKeys.ts';
import { erasedName } from '../data/callers/callers.ts';
import { endOfSession, type SessionItem, sessionIdOf } from '../data/callers/sessions.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { EarlierTextItem } from '../data/documents/earlierTexts.ts';
import type { VersionItem } from '../data/documents/versions.ts';
import type { MailItem } from '../data/mail/mails.ts';
import type { InvitationItem } from '../data/organizations/invitations.ts';
import type { MemberItem, OrganizationItem } from '../data/organizations/organizations.ts';
import { powersFrom } from '../data/organizations/ownership.ts';
import type { AttachmentItem } from '../data/policies/attachments.ts';
import { isArchived, type PolicyItem } from '../data/policies/policies.ts';
import type { BesideEntry } from '../data/reading/besideEntries.ts';
import type { NamedAccessRequest } from '../data/shares/accessRequests.ts';
import type { CountedShare } from '../data/shares/countedShares.ts';
import { rulesOf, versionsOf } from '../data/shares/shareItems.ts';
import { createdAt } from '../data/table/ids.ts';
import type { AttemptItem, DeliveryItem } from '../data/webhooks/deliveries.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import { hasUnknownRule } from '../policies/storedRules.ts';
import { baseUrl, documentPath, invitationPath, versionPath } from './links.ts';

/** Returns the URL at which people open a document. */
export const documentUrl = (documentId: DocumentId): string => baseUrl() + documentPath(documentId);

/** Presents a stored document as clients see it (specification 2.3). */
export const presentDocument = (document: DocumentItem): Document => ({
  id: document.id,
  service_url: documentUrl(document.id),
  title: document.title,
  description: document.description,
  access_level: document.access_level,
  processing_status: document.processing_status,
  created_at: createdAt(document.id),
  created_by: document.created_by,
  current_version: document.current_version && { id: document.current_version.id },
});

/** Returns a resource for readers who may not learn its creator's name: the id replaces the name, which is required. */
export const withoutName = <R extends Pick<Document, 'created_by'>>(resource: R): R => ({
  ...resource,
  created_by: { ...resource.created_by, name: resource.created_by.id },
});

/**
 * Returns a document or a version as a reader gets it: with names if they may see these, and with the address in the room by which they
 * read, because no other address opens it to them.
 */
export function toReader<R extends Pick<Document, 'created_by' | 'service_url'>>(
  resource: R,
  { seesNames, room }: { readonly seesNames: boolean; readonly room?: { readonly id: RoomId } | undefined },
): R {
  const named = seesNames ? resource : withoutName(resource);
  return room ? { ...named, service_url: `${named.service_url}?room=${room.id}` } : named;
}

/**
 * Presents what a search has found.
 *
 * @param roomId the room in which was searched, whose address opens the document; undefined: none
 */
export const presentHit = (
  {
    document,
    ...hit
  }: Pick<SearchHit, 'version_id' | 'page' | 'snippet'> & { readonly document: DocumentItem },
  roomId: RoomId | undefined,
): SearchHit => ({
  document_id: document.id,
  version_id: hit.version_id,
  title: document.title,
  service_url: `${documentUrl(document.id)}${roomId ? `?room=${roomId}` : ''}`,
  page: hit.page,
  snippet: hit.snippet,
  room_id: roomId ?? null,
});

/** Presents a stored version as clients see it (specification 2.4). */
export const presentVersion = (version: VersionItem): Version => ({
  id: version.id,
  document_id: version.document_id,
  service_url: baseUrl() + versionPath(version.document_id, version.id),
  title: version.title,
  description: version.description,
  processing_status: version.processing_status,
  created_at: createdAt(version.id),
  created_by: version.created_by,
});

/** Presents a text that was replaced. */
export const presentEarlierText = ({ version, ...text }: EarlierTextItem): EarlierText => ({
  id: text.id,
  document_id: text.document_id,
  version_id: version?.id ?? null,
  title: text.title,
  description: text.description,
  replaced_at: createdAt(text.id),
  replaced_by: text.replaced_by,
});

/** Presents a share as clients see it. */
export const presentShare = ({ read, mail, ...share }: CountedShare): Share => ({
  id: share.id,
  document_id: share.document_id,
  email: share.email,
  url: documentUrl(share.document_id),
  expires_at: share.ended_at === undefined ? share.expires_at : (share.would_end_at ?? null),
  message: share.message,
  notify_me: share.notify_me,
  rules: rulesOf(share),
  versions: versionsOf(share),
  mail,
  created_at: createdAt(share.id),
  created_by: share.created_by,
  reads: read?.reads ?? 0,
  first_read_at: read?.first_read_at ?? null,
  last_read_at: read?.last_read_at ?? null,
});

/** Presents a share that has ended or was withdrawn. */
export const presentEndedShare = (share: CountedShare): Share => ({
  ...presentShare(share),
  ended_at: share.ended_at ?? share.expires_at ?? undefined,
  ended_by: share.ended_by ?? null,
});

/** Presents a request for access as clients see it. */
export const presentAccessRequest = ({ id, email, name }: NamedAccessRequest): AccessRequest => ({
  id,
  email,
  name,
  created_at: createdAt(id),
});

/** Presents an attached policy as clients see it (specification 2.8). */
export const presentAttachment = ({
  document_id,
  attached_at,
  attached_by,
  policy,
}: AttachmentItem): DocumentPolicy => ({
  document_id,
  attached_at,
  attached_by,
  policy: { id: policy.id, name: policy.name, created_at: createdAt(policy.id) },
});

/** Presents a stored policy as its organization keeps it, with the rules that this release knows. */
export const presentPolicy = (policy: PolicyItem): OrganizationPolicy => ({
  id: policy.id,
  name: policy.name,
  created_at: createdAt(policy.id),
  archived: isArchived(policy),
  rules: rules.parse(policy.rules ?? {}),
  ...(policy.rules && hasUnknownRule(policy.rules) && { unknown_rules: true }),
});

/** Presents a stored organization as clients see it (specification 2.10). */
export const presentOrganization = ({ id, name }: OrganizationItem): Organization => ({
  id,
  name,
  created_at: createdAt(id),
});

/** Presents an organization with its look. */
export const presentOrganizationDetails = (organization: OrganizationItem): Required<Organization> => ({
  ...presentOrganization(organization),
  accent_color: organization.accent_color ?? null,
  has_logo: organization.logo_sha256 !== undefined,
  reading_times: organization.reading_times ?? true,
});

/** Presents a person in an organization as clients see them (specification 2.11): their id has another prefix here. */
export const presentMember = (member: MemberItem): OrganizationMember => ({
  org_id: member.organization_id,
  user_id: `usr_${ulidOf(member.user_id)}`,
  role: member.role,
  joined_at: member.joined_at,
  email: member.email ?? '',
  display_name: member.name,
  given_name: member.given_name ?? '',
  family_name: member.family_name ?? '',
});

/** Presents an owner as clients see them; an empty list for other members. `powersSince`: of the organization. */
export const presentOwner = (
  { user_id, ownership }: MemberItem,
  powersSince: OrganizationItem['powers_since'],
): OrganizationOwner[] => {
  if (!ownership) return [];
  const from = powersFrom(ownership, powersSince);
  const powers_from = from === null ? null : new Date(from).toISOString();
  return [{ user_id: `usr_${ulidOf(user_id)}`, owner_since: ownership.since, powers_from }];
};

/** Presents an invitation as clients see it: without its URL, which was shown once. `mail`: undefined if it has none. */
export const presentInvitation = (
  invitation: InvitationItem,
  mail: Pick<MailItem, 'status' | 'accepted'> | undefined,
): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  created_at: createdAt(invitation.id),
  created_by: invitation.created_by,
  expires_at: new Date(invitation.expires_at_seconds * 1000).toISOString(),
  email_sent: mail?.accepted ?? false,
  mail: mail?.status ?? 'none',
});

/** Presents an invitation with its URL, which is shown only when the invitation is made or sent. */
export const presentSentInvitation = ({
  invitation,
  token,
  mail,
}: {
  readonly invitation: InvitationItem;
  readonly token: string;
  readonly mail: MailItem | undefined;
}) => ({ ...presentInvitation(invitation, mail), url: baseUrl() + invitationPath(token) });

/** Presents a stored API key as clients see it. Nothing in it helps anybody to use or guess the key. */
export const presentApiKey = (key: ApiKeyItem, owner: User): ApiKey => ({
  id: apiKeyIdOf(key),
  name: key.name,
  owner,
  organization_id: key.organization_id,
  permissions: key.permissions,
  created_at: key.created_at,
  expires_at: key.expires_at,
  made_by: key.made_by,
});

/** Presents a service account as its organization sees it. */
export const presentServiceAccount = ({ user_id, name, role, made_by }: MemberItem): ServiceAccount => ({
  id: `svc_${ulidOf(user_id)}`,
  name,
  role,
  created_at: createdAt(user_id),
  made_by: made_by ?? null,
});

/** Presents a stored webhook endpoint as clients see it (specification 2.12): without its secrets. */
export const presentWebhook = ({ id, organization_id, url, events }: WebhookItem): WebhookEndpoint => ({
  id,
  org_id: organization_id,
  url,
  events,
  created_at: createdAt(id),
});

/** Presents a stored webhook endpoint with its state. */
export const presentWebhookState = (webhook: WebhookItem): WebhookWithState => ({
  ...presentWebhook(webhook),
  state: webhook.disabled ? 'disabled' : 'enabled',
  disabled_reason: webhook.disabled?.reason ?? null,
  disabled_at: webhook.disabled?.at ?? null,
});

/** Presents a delivery with the results of its attempts, without the endpoint's answers. */
export const presentDelivery = (
  { event_id, event_type, status, next_attempt_at_ms }: DeliveryItem,
  attempts: readonly AttemptItem[],
): WebhookDelivery => ({
  event_id,
  type: event_type,
  status,
  created_at: createdAt(event_id),
  next_attempt_at: next_attempt_at_ms === null ? null : new Date(next_attempt_at_ms).toISOString(),
  attempts: attempts.map(presentAttempt),
});

const presentAttempt = ({
  number,
  started_at,
  duration_ms,
  status_code,
  error,
}: AttemptItem): WebhookAttempt => ({
  number,
  started_at,
  duration_ms,
  status_code,
  error: error?.class ?? null,
});

/** Presents an entry of activity as clients see it, with what is stored beside it. */
export function presentActivity(
  { id, type, actor_id, actor_type, personal, ...entry }: ActivityItem,
  { pagesReached, changed }: Partial<BesideEntry> = {},
): Activity {
  const name = personal?.name ?? erasedName;
  // Entries of earlier releases have the end of a share as a person sent it. The stored bytes are sealed, and stay.
  const { expires_at } = entry.details;
  return {
    id,
    type,
    created_at: createdAt(id),
    actor: actor_id === null || actor_type === null ? null : { id: actor_id, type: actor_type, name },
    document_id: entry.document_id,
    version_id: entry.version_id,
    policy_id: entry.policy_id,
    room_id: roomOf(entry),
    details: {
      ...entry.details,
      ...(typeof expires_at === 'string' && { expires_at: utcTime(expires_at) }),
      ...(pagesReached !== undefined && { pages_reached: pagesReached }),
      ...(changed && { changes: changed }),
      ...(entry.credential !== null && { credential: credentialOf(entry.credential) }),
      ...(personal?.address && { address: personal.address }),
      ...(entry.staff && { staff: true }),
    },
  };
}

/**
 * Returns the credential of an entry as clients know it: an API key by its id. Entries name a key by its UUID, and sealed entries never
 * change.
 */
function credentialOf(stored: string): string {
  const [, uuid] = /^key:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(stored) ?? [];
  return uuid === undefined ? stored : apiKeyIdOf({ uuid });
}

/** Presents a session to its person. `own`: the session of the request. */
export const presentSession = (session: SessionItem, own: SessionItem): Session => ({
  id: sessionIdOf(session.token_hash),
  created_at: session.created_at,
  last_used_at: session.last_used_at,
  expires_at: new Date(endOfSession(session) * 1000).toISOString(),
  current: session.token_hash === own.token_hash,
});
