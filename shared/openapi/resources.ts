/** The resources and enumerations of the API, with the names and descriptions under which they are published. */
import {
  accessLevel,
  deliveryStatus,
  memberRole,
  processingStatus,
  userType,
  webhookDisabledReason,
  webhookState,
} from '../contract/enumerations.ts';
import {
  actorId,
  apiKeyId,
  documentId,
  eventId,
  invitationId,
  memberUserId,
  organizationId,
  policyId,
  serviceAccountId,
  versionId,
  webhookId,
} from '../contract/identifiers.ts';
import { activity } from '../contract/resources/activity.ts';
import { apiKey, apiKeyWithSecret, apiKeyWithUse } from '../contract/resources/apiKey.ts';
import { document, versionRef } from '../contract/resources/document.ts';
import { invitation, invitationWithUrl } from '../contract/resources/invitation.ts';
import { me, ownOrganization } from '../contract/resources/me.ts';
import { organization, organizationMember } from '../contract/resources/organization.ts';
import { pagination } from '../contract/resources/page.ts';
import { permission } from '../contract/resources/permission.ts';
import { documentPolicy, organizationPolicy, policy } from '../contract/resources/policy.ts';
import { type Rules, rules } from '../contract/resources/rules.ts';
import { serviceAccount } from '../contract/resources/serviceAccount.ts';
import { user } from '../contract/resources/user.ts';
import { version } from '../contract/resources/version.ts';
import {
  webhookAttempt,
  webhookDelivery,
  webhookDetails,
  webhookEndpoint,
  webhookEndpointWithSecret,
  webhookWithState,
} from '../contract/resources/webhook.ts';
import { dateTime } from '../contract/text.ts';
import { ruleKinds } from '../policies/ruleKinds.ts';
import { named } from './schemas.ts';

named('Document', document, {
  description:
    'What is shared in place of a PDF: it has versions, an access level, policies and an entry page.',
  fields: {
    id: 'The document.',
    service_url: 'The page at which people read the document, where access is checked.',
    title: 'Its title.',
    description: 'What it is about, if anything was said.',
    access_level: 'Who may read it.',
    processing_status: 'Whether it can be read yet. It is ready as soon as one of its versions is.',
    created_at: 'When it was uploaded.',
    created_by: 'Who uploaded it, by the name they had then.',
    current_version: 'The newest version that is ready; null until there is one.',
  },
});
named('VersionRef', versionRef, {
  description: 'Names a version.',
  fields: { id: 'The version.' },
});
named('Version', version, {
  description: 'One PDF of a document, as it was uploaded.',
  fields: {
    id: 'The version.',
    document_id: 'The document it belongs to.',
    service_url: 'The page at which people read this version.',
    title: 'Its title, if it has one of its own.',
    description: 'What is new in it, if anything was said.',
    processing_status: 'Whether it can be read yet. `ready` and `failed` are final.',
    created_at: 'When it was uploaded.',
    created_by: 'Who uploaded it, by the name they had then.',
  },
});
named('User', user, {
  description: 'A person or a service account.',
  fields: {
    id: 'The person or service account.',
    type: 'Which of the two.',
    name: 'The name to show. That of a person who was erased is `Erased user`.',
  },
});
named('Policy', policy, {
  description: 'A governance policy of an organization.',
  fields: { id: 'The policy.', name: 'Its name.', created_at: 'When it was made.' },
});
named('OrganizationPolicy', organizationPolicy, {
  description: 'A governance policy as its organization keeps it.',
  fields: {
    id: 'The policy.',
    name: 'Its name: of policies that are not archived, each has another.',
    created_at: 'When it was made.',
    archived: 'Whether it is archived: it stays where it is attached, and cannot be attached anew.',
    rules: 'What it asks for where it is attached.',
  },
});
const ruleDescriptions = Object.fromEntries(
  Object.entries(ruleKinds).map(([name, { description }]) => [name, description]),
) as Record<keyof Rules, string>;
named('Rules', rules, {
  description:
    'What a policy asks for where it is attached, all of it optional. Rules bind readers, not a document’s creator and the owners ' +
    'and admins of its organization; `?as=reader` shows those what readers see. Of several policies, the strictest counts. For the ' +
    'same end there is a date or a number of days, not both (422).',
  fields: ruleDescriptions,
});
named('DocumentPolicy', documentPolicy, {
  description: 'A policy attached to a document.',
  fields: {
    document_id: 'The document.',
    attached_at: 'When the policy was attached to it.',
    attached_by: 'Who attached it, by the name they had then.',
    policy: 'The policy.',
  },
});
named('Organization', organization, {
  description:
    'Documents, members, policies and webhook endpoints belong to an organization, and stay inside it.',
  fields: { id: 'The organization.', name: 'Its name.', created_at: 'When it was founded.' },
});
named('Activity', activity, {
  description:
    'An entry of activity: what was read or done, by whom and when. It is never changed; whoever reads entries must ignore types and ' +
    'details that they do not know.',
  fields: {
    id: 'The entry. `act_X` is the same as the event `evt_X`, where there is one.',
    type: '`viewed`, `downloaded`, `acknowledged`, `refused`, or the type of an event.',
    created_at: 'When it was.',
    actor:
      'Who it was, by the name they had then; null: somebody without an account, whose truncated address is in `details`, or the ' +
      'service itself and its operators.',
    document_id: 'The document that it is about, if any.',
    version_id: 'The version that was shown, if any.',
    policy_id: 'The policy that refused, or whose text was accepted.',
    details:
      'What else there is to say: `credential`, the API key or session that was used; `address`, truncated to a network, of somebody ' +
      'without an account; `reason` of a refusal; `pages_reached` of `page_count`, where pages were shown as images.',
  },
});
named('OrganizationMember', organizationMember, {
  description: 'A person who belongs to an organization.',
  fields: {
    org_id: 'The organization.',
    user_id: 'The person: `usr_X` here is the same one as `user_X` in a User.',
    role: 'What they may do there.',
    joined_at: 'When they joined.',
    email: 'Their e-mail address.',
    display_name: 'The name to show.',
    given_name: 'Their given name; empty if it is not known.',
    family_name: 'Their family name; empty if it is not known.',
  },
});
const invitationFields = {
  id: 'The invitation.',
  email: 'The e-mail address that it is for.',
  role: 'The role that they are to have.',
  created_at: 'When it was made.',
  created_by: 'Who made it, by the name they had then.',
  expires_at: 'Until when it can be followed.',
  email_sent: 'Whether the service has sent it: it sends no mail.',
};
named('Invitation', invitation, {
  description: 'An invitation to become a member of an organization, which nobody has followed yet.',
  fields: invitationFields,
});
named('InvitationWithUrl', invitationWithUrl, {
  description: 'An invitation right after it was made, the only time that its URL is shown.',
  fields: {
    ...invitationFields,
    url: 'The page that makes them a member. Hand it on: the service sends no mail.',
  },
});
const keyFields = {
  id: 'The API key: its 26 characters are those that follow `dgs_live_` or `dgs_test_` in the key itself, and no secret.',
  name: 'What its owner calls it.',
  owner: 'The person or service account that it acts as.',
  organization_id: 'The organization in which it acts; null: wherever its owner is.',
  permissions: 'What it may do at most; null: all that its owner may.',
  created_at: 'When it was made.',
  expires_at: 'When it ends by itself; null: it does not.',
};
const lastUse = {
  last_used_at: 'The hour in which it was last used; null: never, as far as is recorded.',
};
named('ApiKey', apiKey, {
  description: 'An API key, without what proves it.',
  fields: keyFields,
});
named('ApiKeyWithUse', apiKeyWithUse, {
  description: 'An API key, without what proves it, and its last use.',
  fields: { ...keyFields, ...lastUse },
});
named('ApiKeyWithSecret', apiKeyWithSecret, {
  description: 'An API key right after it was made, the only time that it is shown whole.',
  fields: {
    ...keyFields,
    ...lastUse,
    api_key: 'The key itself, as requests carry it. The service keeps a hash of it.',
  },
});
named('ServiceAccount', serviceAccount, {
  description: 'A program that acts in an organization, by API keys of its own.',
  fields: {
    id: 'The service account.',
    name: 'What it is for.',
    role: 'Its role in the organization; never owner.',
    created_at: 'When it was added.',
  },
});
const endpointFields = {
  id: 'The endpoint.',
  org_id: 'The organization whose events it gets.',
  url: 'The URL that events are POSTed to.',
  events: 'The event types it gets; `*` stands for all, those of the future included.',
  created_at: 'When it was registered.',
};
named('WebhookEndpoint', webhookEndpoint, {
  description: 'A URL that is told of what changes in an organization.',
  fields: endpointFields,
});
named('WebhookEndpointWithSecret', webhookEndpointWithSecret, {
  description: 'An endpoint right after its registration, the only time that its secret is shown.',
  fields: {
    ...endpointFields,
    secret:
      'The secret that deliveries are signed with, as [Standard Webhooks](https://www.standardwebhooks.com) has it.',
  },
});
const stateFields = {
  state: 'Whether events are delivered to it.',
  disabled_reason: 'Why it is disabled; null while it is enabled.',
  disabled_at: 'Since when it is disabled; null while it is enabled.',
};
named('WebhookWithState', webhookWithState, {
  description: 'An endpoint, and whether events are delivered to it.',
  fields: { ...endpointFields, ...stateFields },
});
named('WebhookDetails', webhookDetails, {
  description: 'An endpoint as it is shown by itself.',
  fields: {
    ...endpointFields,
    ...stateFields,
    created_by: 'Its registrar: who registered it, or has taken it over. It gets what they may read.',
    pending_deliveries: 'How many deliveries are pending; 1,000 stands for as many or more.',
  },
});
named('WebhookDelivery', webhookDelivery, {
  description: 'An event on its way to an endpoint.',
  fields: {
    event_id: 'The event.',
    type: 'Its type.',
    status: 'What has come of it.',
    created_at: 'When it happened.',
    next_attempt_at: 'When it is tried next; null when it is over.',
    attempts: 'The last ten attempts, in their order.',
  },
});
named('WebhookAttempt', webhookAttempt, {
  description: 'One attempt to deliver an event.',
  fields: {
    number: '1 for the first attempt.',
    started_at: 'When it began; null when that is not known, because the service was interrupted.',
    duration_ms: 'How long it took; null when that is not known.',
    status_code: 'The status of the answer; null when there was none.',
    error: 'Why there was no answer, as a word such as `timeout`; null when there was one.',
  },
});
named('Pagination', pagination, {
  description: 'Where a page of a list ends.',
  fields: {
    next_cursor: 'The `cursor` of the next page; empty on the last one.',
    has_more: 'Whether there is a next page.',
  },
});

named('Me', me, {
  description: 'The caller of a request.',
  fields: {
    user: 'The person or service account.',
    organization_id: 'The organization in which the credential acts; null: in none.',
    role: 'The role there; null outside of any organization, and for who is no member any more.',
    permissions: 'What the credential may do there.',
    organizations: 'The organizations that the person or service account belongs to.',
  },
});
named('OwnOrganization', ownOrganization, {
  description: 'An organization that the caller belongs to.',
  fields: { id: 'The organization.', name: 'Its name.', role: 'The role of the caller there.' },
});

named('AccessLevel', accessLevel, {
  description:
    'Who may read a document: its creator (`private`), the members of its organization (`organization`), or anyone who has ' +
    'the address of its page (`public`).',
});
named('ProcessingStatus', processingStatus, {
  description:
    'The PDF is being read (`processing`), can be shown (`ready`), or cannot be opened by any reader (`failed`).',
});
named('UserType', userType, { description: 'A person or a service account.' });
named('MemberRole', memberRole, {
  description:
    'Owners and admins manage members and webhook endpoints and change every document they can read. An organization always ' +
    'has an owner.',
});
named('Permission', permission, {
  description: 'What an operation asks for. Keys may have fewer than their owner’s role gives.',
});

named('WebhookState', webhookState, {
  description: 'Whether events are delivered to an endpoint. Those for a disabled one are kept as skipped.',
});
named('DeliveryStatus', deliveryStatus, {
  description:
    'An attempt is being made or is due (`pending`), the endpoint answered 2xx (`succeeded`), no attempt is left (`failed`), or ' +
    'nothing was sent because the endpoint was disabled, or is not to be told of the event any more (`skipped`).',
});
named('WebhookDisabledReason', webhookDisabledReason, {
  description:
    'It answered 410 (`gone`), nothing succeeded for five days (`failing`), its registrar may not manage the organization any more ' +
    '(`registrar`), or somebody disabled it: through the API (`request`), or as an operator of the service (`operator`).',
});

named('DateTime', dateTime, {
  description: 'An RFC 3339 date-time with an offset. The service answers in UTC, to the millisecond.',
  examples: ['2026-03-02T09:30:00.417Z'],
});
named('DocumentId', documentId, {
  description: 'Names a document.',
  examples: ['doc_01kjpy44v1kxmb2vkbamhgyrqj'],
});
named('VersionId', versionId, {
  description: 'Names a version.',
  examples: ['ver_01kk8jwpe5b3crkn4hm6n8t754'],
});
named('PolicyId', policyId, { description: 'Names a policy.', examples: ['pol_01kf0np7tmewkgng73y320205g'] });
named('OrganizationId', organizationId, {
  description: 'Names an organization.',
  examples: ['org_01kerkg4008wmw5drxrge3rmw4'],
});
named('MemberUserId', memberUserId, {
  description: 'Names a person as a member of an organization.',
  examples: ['usr_01key0atx4sv2tdwx7vekqc72j'],
});
named('ActorId', actorId, {
  description: 'Names a person (`user_`) or a service account (`svc_`).',
  examples: ['user_01kerkctyfx1y61qkq510v21e9', 'svc_01kfczt4ztmc562e71k9jzsrj9'],
});
named('WebhookId', webhookId, {
  description: 'Names a webhook endpoint.',
  examples: ['whk_01kgfe3qp4x5fhmeeph2yyjdbv'],
});
named('InvitationId', invitationId, {
  description: 'Names an invitation.',
  examples: ['inv_01kerq74xag4q7hp1nxwk7hw72'],
});
named('ApiKeyId', apiKeyId, {
  description: 'Names an API key.',
  examples: ['key_5vz40ntwet9ctz2n6s10vd8k6m'],
});
named('ServiceAccountId', serviceAccountId, {
  description: 'Names a service account.',
  examples: ['svc_01kfczt4ztmc562e71k9jzsrj9'],
});
named('EventId', eventId, { description: 'Names an event.', examples: ['evt_01kjpy47810dsaerarmqg158bn'] });
