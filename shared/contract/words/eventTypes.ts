import { decodeTime } from 'ulidx';
import type { Event, EventData } from '../events.ts';
import type { EventType } from '../eventTypes.ts';
import { type EventId, type OrganizationId, ulidOf } from '../identifiers.ts';
import type { DocumentAccessRequest } from '../resources/accessRequest.ts';
import type { Activity } from '../resources/activity.ts';
import type { ApiKey } from '../resources/apiKey.ts';
import type { Document } from '../resources/document.ts';
import type { Group } from '../resources/group.ts';
import type { OrganizationMember } from '../resources/organization.ts';
import type { DocumentPolicy, OrganizationPolicy } from '../resources/policy.ts';
import type { Room, RoomAccess, RoomItem, RoomPolicy } from '../resources/room.ts';
import type { Share } from '../resources/share.ts';
import type { User } from '../resources/user.ts';
import type { Version } from '../resources/version.ts';
import { failureMessages } from '../resources/versionFailure.ts';
import type { WebhookEndpoint } from '../resources/webhook.ts';

const organization_id: OrganizationId = 'org_01kerkg4008wmw5drxrge3rmw4';

const zoe: User = { id: 'user_01kerkctyfx1y61qkq510v21e9', type: 'user_account', name: 'Zoë Müller' };
const hana: User = { id: 'user_01key0atx4sv2tdwx7vekqc72j', type: 'user_account', name: '佐藤 花' };
const nightly: User = {
  id: 'svc_01kfczt4ztmc562e71k9jzsrj9',
  type: 'service_account',
  name: 'Nightly import',
};
const support: User = { id: 'user_01k94sd8g0n2053tp132vn47fa', type: 'user_account', name: 'Sam Support' };

const uploaded: Document = {
  id: 'doc_01kjpy44v1kxmb2vkbamhgyrqj',
  service_url: 'https://api.example.com/d/doc_01kjpy44v1kxmb2vkbamhgyrqj',
  title: 'Rahmenvertrag – Wartung',
  description: null,
  access_level: 'organization',
  processing_status: 'processing',
  created_at: '2026-03-02T09:30:00.417Z',
  created_by: zoe,
  current_version: null,
};
const ready: Document = {
  ...uploaded,
  processing_status: 'ready',
  current_version: { id: 'ver_01kjpy44ay6qt9xd5r8td29rh5' },
};
const renamed: Document = {
  ...ready,
  title: 'Rahmenvertrag – Wartung und Pflege',
  description: 'Gilt für alle Anlagen ab 1. März 2026.',
};

const secondVersion: Version = {
  id: 'ver_01kk8jwpe5b3crkn4hm6n8t754',
  document_id: uploaded.id,
  service_url:
    'https://api.example.com/d/doc_01kjpy44v1kxmb2vkbamhgyrqj/versions/ver_01kk8jwpe5b3crkn4hm6n8t754',
  title: null,
  description: null,
  processing_status: 'processing',
  created_at: '2026-03-09T06:00:01.733Z',
  created_by: nightly,
};

const handling: OrganizationPolicy = {
  id: 'pol_01kf0np7tmewkgng73y320205g',
  name: 'Confidential handling',
  created_at: '2026-01-15T11:12:13.140Z',
  archived: false,
  rules: { require_sign_in: true, expires_after_days: 90, watermark: true },
};

const confidential: DocumentPolicy = {
  document_id: uploaded.id,
  attached_at: '2026-03-05T10:00:00.092Z',
  attached_by: zoe,
  policy: {
    id: 'pol_01kf0np7tmewkgng73y320205g',
    name: 'Confidential handling',
    created_at: '2026-01-15T11:12:13.140Z',
  },
};

const purchase: Room = {
  id: 'room_01km2b1d3f5h7j9m2p4r6t8w0y',
  service_url: 'https://api.example.com/r/room_01km2b1d3f5h7j9m2p4r6t8w0y',
  name: 'Purchase of the north plant',
  description: null,
  numbering: 'personal',
  state: 'open',
  opens_at: null,
  closes_at: null,
  item_count: 0,
  created_at: '2026-03-19T06:03:02.639Z',
  created_by: zoe,
};
const contracts: RoomItem = {
  id: 'itm_01km2b4s6v8x0z2c4e6g8j1m3p',
  kind: 'folder',
  parent_id: null,
  number: '1',
  name: 'Contracts',
  document_id: null,
  state: 'open',
  opens_at: null,
  access: 'manage',
  created_at: '2026-03-19T06:08:31.451Z',
};
const inesMaySee: RoomAccess = {
  id: 'rac_01km2bq2s4v6x8z1c3e5g7j9m2',
  item_id: contracts.id,
  group_id: null,
  email: 'ines.rocha@example.org',
  organization: false,
  level: 'view',
  expires_at: null,
  mail: 'queued',
  created_at: '2026-03-19T06:14:52.964Z',
  created_by: zoe,
};
const gateOfPurchase: RoomPolicy = {
  room_id: purchase.id,
  attached_at: '2026-03-19T06:22:31.651Z',
  attached_by: zoe,
  policy: confidential.policy,
};

const nightlyKey: ApiKey = {
  id: 'key_5vz40ntwet9ctz2n6s10vd8k6m',
  name: 'import server',
  owner: nightly,
  organization_id,
  permissions: ['document#read', 'document#write'],
  created_at: '2026-01-20T09:00:12.300Z',
  expires_at: '2026-07-19T09:00:00.000Z',
  made_by: zoe,
};

const viewed: Activity = {
  id: 'act_01kjz9y9re3n5q7s9v1x4z6b8d',
  type: 'viewed',
  created_at: '2026-03-05T15:30:27.214Z',
  actor: null,
  document_id: uploaded.id,
  version_id: 'ver_01kjpy44ay6qt9xd5r8td29rh5',
  policy_id: null,
  room_id: null,
  details: { address: '203.0.113.0/24' },
};
const downloaded: Activity = {
  ...viewed,
  id: 'act_01kjza22pt2w5y8b1d4g7k0n3q',
  type: 'downloaded',
  created_at: '2026-03-05T15:32:31.066Z',
  actor: hana,
  details: { credential: 'session:5f0c2a9be41d7738' },
};
const acknowledged: Activity = {
  ...downloaded,
  id: 'act_01kjza0cgv3y6a9c2e5h8m1p4r',
  type: 'acknowledged',
  created_at: '2026-03-05T15:31:35.579Z',
  policy_id: handling.id,
};

const shared: Share = {
  id: 'shr_01kk13ebvgs9bywd2ngwfz0j7b',
  document_id: uploaded.id,
  email: 'ines.rocha@example.org',
  url: uploaded.service_url,
  expires_at: '2026-06-30T22:00:00.000Z',
  message: 'Bitte bis Ende Juni prüfen.',
  notify_me: true,
  rules: { watermark: true },
  versions: 'current',
  mail: 'none',
  created_at: '2026-03-06T08:15:22.480Z',
  created_by: zoe,
  reads: 0,
  first_read_at: null,
  last_read_at: null,
};
const continued: Share = {
  ...shared,
  expires_at: '2026-09-30T22:00:00.000Z',
  reads: 3,
  first_read_at: '2026-03-06T10:41:07.912Z',
  last_read_at: '2026-03-18T16:20:33.108Z',
};

const asked: DocumentAccessRequest = {
  id: 'acr_01kk2x9v3m7qhd4e8y5s1t6wza',
  email: 'pat@example.org',
  name: 'Pat',
  created_at: '2026-03-07T01:06:31.668Z',
  document_id: uploaded.id,
};
const pat: User = { id: 'user_01kk2wz80bq3c5f7h9k1n4r6tv', type: 'user_account', name: 'Pat' };

const member: OrganizationMember = {
  org_id: organization_id,
  user_id: 'usr_01key0atx4sv2tdwx7vekqc72j',
  role: 'member',
  joined_at: '2026-01-14T10:20:30.500Z',
  email: 'hana.sato@example.com',
  display_name: '佐藤 花',
  given_name: '花',
  family_name: '佐藤',
};
const admin: OrganizationMember = { ...member, role: 'admin' };

const bidders: Group = {
  id: 'grp_01km2a7c9x4e6g8j0n3q5s7v1w',
  org_id: organization_id,
  name: 'Bidders',
  description: null,
  entry_count: 0,
  created_at: '2026-03-19T05:48:49.853Z',
};
const renamedBidders: Group = {
  ...bidders,
  name: 'Bidders of the second round',
  entry_count: 12,
};

const endpoint: WebhookEndpoint = {
  id: 'whk_01kgfe3qp4x5fhmeeph2yyjdbv',
  org_id: organization_id,
  url: 'https://hooks.example.com/documents',
  events: ['document.ready', 'document.failed', 'member.role_updated'],
  created_at: '2026-02-02T15:04:05.060Z',
};

/** The meaning of each event type, as the start of a sentence. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  'document.created': 'A document was created',
  'document.updated': 'The title, description, access level or current version of a document changed',
  'document.ready': 'A document can be read',
  'document.failed': 'A document cannot be read: its newest file cannot be opened',
  'document.deleted': 'A document was deleted',
  'document.restored': 'A deleted document was restored',
  'document.viewed': 'Somebody opened the page of a document, or its JSON',
  'document.downloaded': 'Somebody downloaded the file of a document',
  'document.shared': 'A document was shared with a person',
  'document.share_updated': 'A share has another end, other rules or versions, or another `notify_me`',
  'document.unshared': 'A share was withdrawn',
  'document.access_requested': 'A person who cannot open a document asks for access to it',
  'version.created': 'A version was added to a document',
  'version.updated': 'A version has another title or description',
  'version.ready': 'A version can be read',
  'version.failed': 'A version cannot be opened',
  'version.deleted': 'A version was deleted for good',
  'policy.created': 'A policy was added to an organization',
  'policy.updated': 'A policy was renamed, got other rules, was archived or was made active again',
  'policy.attached': 'A policy was attached to a document',
  'policy.detached': 'A policy was detached from a document',
  'policy.acknowledged': 'A reader accepted the text of a policy',
  'entry_page.generated': 'An entry page was drawn',
  'organization.created': 'An organization was founded',
  'member.joined': 'Somebody became a member',
  'member.role_updated': 'A member has another role',
  'member.removed': 'A member has left, or was removed',
  'group.created': 'A group was added to an organization',
  'group.updated': 'A group has another name or description',
  'group.deleted': 'A group was deleted',
  'room.created': 'A room was made',
  'room.updated': 'A room was changed, opened or closed',
  'room.deleted': 'A room was deleted',
  'room.item_added': 'Folders or documents were added to a room',
  'room.item_updated': 'An item of a room was moved, renamed, or is shown at another time',
  'room.item_removed': 'An item was removed from a room, with everything below it',
  'room.access_granted': 'Somebody may see what an access entry of a room names',
  'room.access_updated': 'An access entry of a room has another level or end',
  'room.access_ended': 'An access entry of a room was removed',
  'room.policy_attached': 'A policy was put at the gate of a room',
  'room.policy_detached': 'A policy was taken from the gate of a room',
  'api_key.created': 'An API key was made',
  'api_key.revoked': 'An API key was revoked',
  'webhook.disabled': 'Another endpoint was disabled',
  'webhook.test': 'Somebody tests the endpoint',
};

/** Makes an example of an event. The id of the event contains its time. */
const event = <T extends EventType>(
  type: T,
  id: EventId,
  actor: (User & { readonly staff?: true }) | null,
  data: EventData<T>,
) => ({
  id,
  type,
  timestamp: new Date(decodeTime(ulidOf(id).toUpperCase())).toISOString(),
  organization_id,
  actor: actor && { ...actor, staff: actor.staff ?? false },
  data,
});

/** An example of each type of event, as receivers get it. The examples tell the story of one organization. */
export const eventExamples: { readonly [T in EventType]: Event<T> } = {
  'document.created': event('document.created', 'evt_01kjpy44v2gb2jnrct7hnnxecm', zoe, uploaded),
  'document.updated': event('document.updated', 'evt_01kjwvtphh5mpy18bvqrk0hmd9', hana, renamed),
  'document.ready': event('document.ready', 'evt_01kjpy47810dsaerarmqg158bn', null, ready),
  'document.failed': event('document.failed', 'evt_01kjt08qq6ws8tfh91vqabmk6p', null, {
    id: 'doc_01kjt08pfprq2jxq798rcx8q11',
    service_url: 'https://api.example.com/d/doc_01kjt08pfprq2jxq798rcx8q11',
    title: '秘密保持契約書',
    description: null,
    access_level: 'private',
    processing_status: 'failed',
    created_at: '2026-03-03T14:05:10.006Z',
    created_by: hana,
    current_version: null,
  }),
  'document.deleted': event('document.deleted', 'evt_01km8f2n6s3v9x1r7qzt5c0ebw', zoe, renamed),
  'document.restored': event('document.restored', 'evt_01kmd2k8v04y7hq5p9n3s6tgaf', hana, renamed),
  'document.viewed': event('document.viewed', `evt_${ulidOf(viewed.id)}`, null, viewed),
  'document.downloaded': event('document.downloaded', `evt_${ulidOf(downloaded.id)}`, hana, downloaded),
  'document.shared': event('document.shared', 'evt_01kk13ebvhnqe6szbyavs5mn6g', zoe, shared),
  'document.share_updated': event('document.share_updated', 'evt_01km57j9m01jp8jdp17gaatew9', zoe, continued),
  'document.unshared': event('document.unshared', 'evt_01kn47rmftwwsrk6k0xasmv926', hana, continued),
  'document.access_requested': event(
    'document.access_requested',
    'evt_01kk2x9v3nb6d8g0j2m5p7s9vx',
    pat,
    asked,
  ),
  'version.created': event('version.created', 'evt_01kk8jwpsrq11r0akp7vprqgve', nightly, secondVersion),
  'version.updated': event('version.updated', 'evt_01kk8tdz14n3x2hf7gm3vamw9z', zoe, {
    ...secondVersion,
    title: 'Fassung vom 9. März',
    description: 'Neue Preisliste in Anlage 2.',
    processing_status: 'ready',
  }),
  'version.ready': event('version.ready', 'evt_01kk8jwr0p9hc1c6h35spwpy78', null, {
    ...secondVersion,
    processing_status: 'ready',
  }),
  'version.failed': event('version.failed', 'evt_01kktkns525gjfwda47xm8ng9d', null, {
    ...secondVersion,
    id: 'ver_01kktknqraz45v0ncc9s1mq15n',
    service_url:
      'https://api.example.com/d/doc_01kjpy44v1kxmb2vkbamhgyrqj/versions/ver_01kktknqraz45v0ncc9s1mq15n',
    processing_status: 'failed',
    created_at: '2026-03-16T06:00:02.058Z',
    failure: { code: 'damaged', message: failureMessages.damaged },
  }),
  'version.deleted': event('version.deleted', 'evt_01kkv8m3d7t5x0c9r2h6q4n1wz', zoe, {
    ...secondVersion,
    id: 'ver_01kktknqraz45v0ncc9s1mq15n',
    service_url:
      'https://api.example.com/d/doc_01kjpy44v1kxmb2vkbamhgyrqj/versions/ver_01kktknqraz45v0ncc9s1mq15n',
    processing_status: 'failed',
    created_at: '2026-03-16T06:00:02.058Z',
  }),
  'policy.created': event('policy.created', 'evt_01kf0np7tn9b3vqkx0w5ty2c4d', zoe, handling),
  'policy.updated': event('policy.updated', 'evt_01kn3ymnz46m8zr1h7f2qgx9ps', hana, {
    ...handling,
    archived: true,
  }),
  'policy.attached': event('policy.attached', 'evt_01kjyq17axjzq1asmwcb207pbr', zoe, confidential),
  'policy.detached': event('policy.detached', 'evt_01km5qem731hb0cqt1bgyyksej', hana, confidential),
  'policy.acknowledged': event('policy.acknowledged', `evt_${ulidOf(acknowledged.id)}`, hana, acknowledged),
  'entry_page.generated': event('entry_page.generated', 'evt_01kkbfk48hpdg3mctse4q2b87t', hana, {
    ...renamed,
    current_version: { id: secondVersion.id },
  }),
  'organization.created': event('organization.created', 'evt_01kerkg4011yte0st3ebjy0rxa', zoe, {
    id: organization_id,
    name: 'Müller & Söhne',
    created_at: '2026-01-12T08:00:00.000Z',
  }),
  'member.joined': event('member.joined', 'evt_01key0atx5rry1sh6v94pnaw8h', hana, member),
  'member.role_updated': event(
    'member.role_updated',
    'evt_01kgcjwwy059s5dfkaykae2fq3',
    { ...support, staff: true },
    admin,
  ),
  'member.removed': event('member.removed', 'evt_01kmd6rtbjatvbh141z2797jr9', zoe, admin),
  'group.created': event('group.created', 'evt_01km2a7c9xq5v8z1b4d7f0h3k6', zoe, bidders),
  'group.updated': event('group.updated', 'evt_01km7m3r5t8w0y2b4e6h9k1n3q', hana, renamedBidders),
  'group.deleted': event('group.deleted', 'evt_01kn8c5e7g9j1m3p5r8t0w2y4a', zoe, renamedBidders),
  'room.created': event('room.created', 'evt_01km2b1d3f7k9n1q3s5v7x9z1b', zoe, purchase),
  'room.updated': event('room.updated', 'evt_01kmt4c6e8h0k2n4q6s8v0x2z4', hana, {
    ...purchase,
    state: 'closed',
  }),
  'room.deleted': event('room.deleted', 'evt_01kn9d1f3h5k7n9q1s3v5x7z9b', zoe, {
    ...purchase,
    state: 'closed',
  }),
  'room.item_added': event('room.item_added', 'evt_01km2b4s6v8x0z2c4e6g8j1m3q', zoe, {
    room_id: purchase.id,
    items: [contracts],
  }),
  'room.item_updated': event('room.item_updated', 'evt_01km2c0a2c4e6g8j0m2p4r6t8v', zoe, {
    room_id: purchase.id,
    item: { ...contracts, state: 'draft' },
  }),
  'room.item_removed': event('room.item_removed', 'evt_01kn8a1c3e5g7j9m1p3r5t7v9x', hana, {
    room_id: purchase.id,
    item: contracts,
  }),
  'room.access_granted': event('room.access_granted', 'evt_01km2bq2s4v6x8z1c3e5g7j9m3', zoe, {
    room_id: purchase.id,
    access: inesMaySee,
  }),
  'room.access_updated': event('room.access_updated', 'evt_01km3d5f7h9k1n3q5s7v9x1z3b', zoe, {
    room_id: purchase.id,
    access: { ...inesMaySee, level: 'download' },
  }),
  'room.access_ended': event('room.access_ended', 'evt_01kn7x9z1b3d5f7h9k1n3q5s7v', zoe, {
    room_id: purchase.id,
    access: { ...inesMaySee, level: 'download' },
  }),
  'room.policy_attached': event(
    'room.policy_attached',
    'evt_01km2by1a3c5e7g9j1m3p5r7t9',
    zoe,
    gateOfPurchase,
  ),
  'room.policy_detached': event(
    'room.policy_detached',
    'evt_01kn8d2f4h6k8n0q2s4v6x8z0b',
    hana,
    gateOfPurchase,
  ),
  'api_key.created': event('api_key.created', 'evt_01kfda43ms2x4v6b8n0m3k5h7q', zoe, nightlyKey),
  'api_key.revoked': event('api_key.revoked', 'evt_01kmd9gnpr8s4t6v0w1x3y5z7a', hana, nightlyKey),
  'webhook.disabled': event('webhook.disabled', 'evt_01khz69v98n3q5r7t9w1y4b6d8', null, {
    ...endpoint,
    state: 'disabled',
    disabled_reason: 'failing',
    disabled_at: '2026-02-21T04:11:09.479Z',
  }),
  'webhook.test': event('webhook.test', 'evt_01kgfe784pwmtnp01xbwswf41w', null, endpoint),
};
