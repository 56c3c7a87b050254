import type { Event } from './events.ts';
import type { EventType } from './eventTypes.ts';
import { ulidOf } from './identifiers.ts';
import type { Activity } from './resources/activity.ts';
import type { ApiKey } from './resources/apiKey.ts';
import type { Document } from './resources/document.ts';
import type { DocumentPolicy, OrganizationPolicy } from './resources/policy.ts';
import type { User } from './resources/user.ts';
import type { Version } from './resources/version.ts';

/** One event of each type as receivers get it, from the life of one organization. */

const organization_id = 'org_01kerkg4008wmw5drxrge3rmw4';

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

const nightlyKey: ApiKey = {
  id: 'key_5vz40ntwet9ctz2n6s10vd8k6m',
  name: 'import server',
  owner: nightly,
  organization_id,
  permissions: ['document#read', 'document#write'],
  created_at: '2026-01-20T09:00:12.300Z',
  expires_at: '2026-07-19T09:00:00.000Z',
};

const viewed: Activity = {
  id: 'act_01kjz9y9re3n5q7s9v1x4z6b8d',
  type: 'viewed',
  created_at: '2026-03-05T15:30:27.214Z',
  actor: null,
  document_id: uploaded.id,
  version_id: 'ver_01kjpy44ay6qt9xd5r8td29rh5',
  policy_id: null,
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

export const eventExamples: { readonly [T in EventType]: Event<T> } = {
  'document.created': {
    id: 'evt_01kjpy44v2gb2jnrct7hnnxecm',
    type: 'document.created',
    timestamp: '2026-03-02T09:30:00.418Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: uploaded,
  },
  'document.updated': {
    id: 'evt_01kjwvtphh5mpy18bvqrk0hmd9',
    type: 'document.updated',
    timestamp: '2026-03-04T16:45:20.305Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: renamed,
  },
  'document.ready': {
    id: 'evt_01kjpy47810dsaerarmqg158bn',
    type: 'document.ready',
    timestamp: '2026-03-02T09:30:02.881Z',
    organization_id,
    actor: null,
    data: ready,
  },
  'document.failed': {
    id: 'evt_01kjt08qq6ws8tfh91vqabmk6p',
    type: 'document.failed',
    timestamp: '2026-03-03T14:05:11.270Z',
    organization_id,
    actor: null,
    data: {
      id: 'doc_01kjt08pfprq2jxq798rcx8q11',
      service_url: 'https://api.example.com/d/doc_01kjt08pfprq2jxq798rcx8q11',
      title: '秘密保持契約書',
      description: null,
      access_level: 'private',
      processing_status: 'failed',
      created_at: '2026-03-03T14:05:10.006Z',
      created_by: hana,
      current_version: null,
    },
  },
  'document.deleted': {
    id: 'evt_01km8f2n6s3v9x1r7qzt5c0ebw',
    type: 'document.deleted',
    timestamp: '2026-03-21T15:09:04.601Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: renamed,
  },
  'document.restored': {
    id: 'evt_01kmd2k8v04y7hq5p9n3s6tgaf',
    type: 'document.restored',
    timestamp: '2026-03-23T10:07:09.664Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: renamed,
  },
  'document.viewed': {
    id: `evt_${ulidOf(viewed.id)}`,
    type: 'document.viewed',
    timestamp: viewed.created_at,
    organization_id,
    actor: null,
    data: viewed,
  },
  'document.downloaded': {
    id: `evt_${ulidOf(downloaded.id)}`,
    type: 'document.downloaded',
    timestamp: downloaded.created_at,
    organization_id,
    actor: { ...hana, staff: false },
    data: downloaded,
  },
  'version.created': {
    id: 'evt_01kk8jwpsrq11r0akp7vprqgve',
    type: 'version.created',
    timestamp: '2026-03-09T06:00:02.104Z',
    organization_id,
    actor: { ...nightly, staff: false },
    data: secondVersion,
  },
  'version.updated': {
    id: 'evt_01kk8tdz14n3x2hf7gm3vamw9z',
    type: 'version.updated',
    timestamp: '2026-03-09T08:11:47.620Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: {
      ...secondVersion,
      title: 'Fassung vom 9. März',
      description: 'Neue Preisliste in Anlage 2.',
      processing_status: 'ready',
    },
  },
  'version.ready': {
    id: 'evt_01kk8jwr0p9hc1c6h35spwpy78',
    type: 'version.ready',
    timestamp: '2026-03-09T06:00:03.350Z',
    organization_id,
    actor: null,
    data: { ...secondVersion, processing_status: 'ready' },
  },
  'version.failed': {
    id: 'evt_01kktkns525gjfwda47xm8ng9d',
    type: 'version.failed',
    timestamp: '2026-03-16T06:00:03.490Z',
    organization_id,
    actor: null,
    data: {
      ...secondVersion,
      id: 'ver_01kktknqraz45v0ncc9s1mq15n',
      service_url:
        'https://api.example.com/d/doc_01kjpy44v1kxmb2vkbamhgyrqj/versions/ver_01kktknqraz45v0ncc9s1mq15n',
      processing_status: 'failed',
      created_at: '2026-03-16T06:00:02.058Z',
    },
  },
  'policy.created': {
    id: 'evt_01kf0np7tn9b3vqkx0w5ty2c4d',
    type: 'policy.created',
    timestamp: '2026-01-15T11:12:13.141Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: handling,
  },
  'policy.updated': {
    id: 'evt_01kn3ymnz46m8zr1h7f2qgx9ps',
    type: 'policy.updated',
    timestamp: '2026-04-01T07:20:33.508Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: { ...handling, archived: true },
  },
  'policy.attached': {
    id: 'evt_01kjyq17axjzq1asmwcb207pbr',
    type: 'policy.attached',
    timestamp: '2026-03-05T10:00:00.093Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: confidential,
  },
  'policy.detached': {
    id: 'evt_01km5qem731hb0cqt1bgyyksej',
    type: 'policy.detached',
    timestamp: '2026-03-20T13:37:42.115Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: confidential,
  },
  'policy.acknowledged': {
    id: `evt_${ulidOf(acknowledged.id)}`,
    type: 'policy.acknowledged',
    timestamp: acknowledged.created_at,
    organization_id,
    actor: { ...hana, staff: false },
    data: acknowledged,
  },
  'entry_page.generated': {
    id: 'evt_01kkbfk48hpdg3mctse4q2b87t',
    type: 'entry_page.generated',
    timestamp: '2026-03-10T09:00:05.777Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: { ...renamed, current_version: { id: secondVersion.id } },
  },
  'organization.created': {
    id: 'evt_01kerkg4011yte0st3ebjy0rxa',
    type: 'organization.created',
    timestamp: '2026-01-12T08:00:00.001Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: { id: organization_id, name: 'Müller & Söhne', created_at: '2026-01-12T08:00:00.000Z' },
  },
  'member.joined': {
    id: 'evt_01key0atx5rry1sh6v94pnaw8h',
    type: 'member.joined',
    timestamp: '2026-01-14T10:20:30.501Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: {
      org_id: organization_id,
      user_id: 'usr_01key0atx4sv2tdwx7vekqc72j',
      role: 'member',
      joined_at: '2026-01-14T10:20:30.500Z',
      email: 'hana.sato@example.com',
      display_name: '佐藤 花',
      given_name: '花',
      family_name: '佐藤',
    },
  },
  'member.role_updated': {
    id: 'evt_01kgcjwwy059s5dfkaykae2fq3',
    type: 'member.role_updated',
    timestamp: '2026-02-01T12:30:00.640Z',
    organization_id,
    actor: { ...support, staff: true },
    data: {
      org_id: organization_id,
      user_id: 'usr_01key0atx4sv2tdwx7vekqc72j',
      role: 'admin',
      joined_at: '2026-01-14T10:20:30.500Z',
      email: 'hana.sato@example.com',
      display_name: '佐藤 花',
      given_name: '花',
      family_name: '佐藤',
    },
  },
  'member.removed': {
    id: 'evt_01kmd6rtbjatvbh141z2797jr9',
    type: 'member.removed',
    timestamp: '2026-03-23T11:20:05.746Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: {
      org_id: organization_id,
      user_id: 'usr_01key0atx4sv2tdwx7vekqc72j',
      role: 'admin',
      joined_at: '2026-01-14T10:20:30.500Z',
      email: 'hana.sato@example.com',
      display_name: '佐藤 花',
      given_name: '花',
      family_name: '佐藤',
    },
  },
  'api_key.created': {
    id: 'evt_01kfda43ms2x4v6b8n0m3k5h7q',
    type: 'api_key.created',
    timestamp: '2026-01-20T09:00:12.313Z',
    organization_id,
    actor: { ...zoe, staff: false },
    data: nightlyKey,
  },
  'api_key.revoked': {
    id: 'evt_01kmd9gnpr8s4t6v0w1x3y5z7a',
    type: 'api_key.revoked',
    timestamp: '2026-03-23T12:08:04.568Z',
    organization_id,
    actor: { ...hana, staff: false },
    data: nightlyKey,
  },
  'webhook.disabled': {
    id: 'evt_01khz69v98n3q5r7t9w1y4b6d8',
    type: 'webhook.disabled',
    timestamp: '2026-02-21T04:11:09.480Z',
    organization_id,
    actor: null,
    data: {
      id: 'whk_01kgfe3qp4x5fhmeeph2yyjdbv',
      org_id: organization_id,
      url: 'https://hooks.example.com/documents',
      events: ['document.ready', 'document.failed', 'member.role_updated'],
      created_at: '2026-02-02T15:04:05.060Z',
      state: 'disabled',
      disabled_reason: 'failing',
      disabled_at: '2026-02-21T04:11:09.479Z',
    },
  },
  'webhook.test': {
    id: 'evt_01kgfe784pwmtnp01xbwswf41w',
    type: 'webhook.test',
    timestamp: '2026-02-02T15:06:00.214Z',
    organization_id,
    actor: null,
    data: {
      id: 'whk_01kgfe3qp4x5fhmeeph2yyjdbv',
      org_id: organization_id,
      url: 'https://hooks.example.com/documents',
      events: ['document.ready', 'document.failed', 'member.role_updated'],
      created_at: '2026-02-02T15:04:05.060Z',
    },
  },
};
