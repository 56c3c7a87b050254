import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/access/errors.ts';
import { operations } from '../../../shared/contract/operations.ts';
import { validate } from '../../../shared/http/validation.ts';

const long = (characters: number): string => 'n'.repeat(characters);
const tooLong = `${long(64)}@${'d'.repeat(256)}`;
const email = 'guest@guests.example';
const url = 'https://receiver.example/hooks';
const id = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;
const at = '2036-01-31T00:00:00Z';
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));
const rules = (given: object) => ({ name: 'N', rules: given });

type Row = readonly [body: object, ...issues: string[]];
/**
 * Bodies that each operation refuses, with the code and the location of every issue. A location alone stands for an invalid value. The characters
 * of names and titles have tests of their own, and so have addresses, which the handlers check.
 */
const table: Partial<Record<keyof typeof operations, readonly Row[]>> = {
  createDocument: [
    [{}, 'missing_required_field title'],
    [{ title: long(256) }, 'title'],
    [{ title: 'T', description: long(2001) }, 'description'],
    ...['secret', 'PUBLIC', 'null', ' private'].map(
      (access_level): Row => [{ title: 'T', access_level }, 'access_level'],
    ),
    [{ title: 'T', version_id: 'x' }, 'unknown_field version_id'],
  ],
  createDocumentVersion: [
    [{ title: long(256) }, 'title'],
    ...['', 'yes', 'TRUE', '1'].map((notify_readers): Row => [{ notify_readers }, 'notify_readers']),
  ],
  updateDocument: [
    [{ title: '' }, 'missing_required_field title'],
    [{ title: 7 }, 'title'],
    [{ description: long(2001) }, 'description'],
    [{ title: 'Good', description: ['d'] }, 'description'],
  ],
  updateDocumentVersion: [
    [{ title: long(256) }, 'title'],
    [{ title: ' ' }, 'title'],
    [{ description: {} }, 'description'],
  ],
  setDocumentAccessLevel: [
    [{}, 'missing_required_field access_level'],
    ...[null, '', 'Public'].map((access_level): Row => [{ access_level }, 'access_level']),
  ],
  createUpload: [
    [{}, 'missing_required_field size_bytes'],
    ...[0, -1, 1.5, '100', null].map((size_bytes): Row => [{ size_bytes }, 'size_bytes']),
    [{ size_bytes: 5, sha256: 'abc' }, 'sha256'],
    [{ size_bytes: 5, sha256: 'g'.repeat(64) }, 'sha256'],
  ],
  attachDocumentPolicy: [
    [{}, 'missing_required_field policy_id'],
    ...['pol_1', 7, null].map((policy_id): Row => [{ policy_id }, 'policy_id']),
  ],
  createDocumentShare: [
    [{}, 'missing_required_field email'],
    ...['nobody', 'a@b c.example'].map((email): Row => [{ email }, 'email']),
    [{ email, expires_at: 'tomorrow' }, 'expires_at'],
    [{ email, message: long(2001) }, 'message'],
    [{ email, send_mail: null }, 'send_mail'],
    ...[null, { locked: true }, { acknowledgement: '' }].map((rules): Row => [{ email, rules }, 'rules']),
    ...[null, 'Current'].map((versions): Row => [{ email, versions }, 'versions']),
  ],
  updateDocumentShare: [
    [{ notify_me: null }, 'notify_me'],
    [{ rules: null }, 'rules'],
    [{ versions: 'none' }, 'versions'],
  ],
  createOrganization: [
    [{ nome: 'N' }, 'missing_required_field name', 'unknown_field nome'],
    ...['', long(256), null, 7, '\ud83d'].map(
      (name): Row => [{ name }, name === '' ? 'missing_required_field name' : 'name'],
    ),
  ],
  updateOrganization: [
    [{}, ''],
    ...[long(256), null, 7].map((name): Row => [{ name }, 'name']),
    ...['', '1a4a78', '#1a4', '#1a4a788', '#1a4a7g', ' #1a4a78', 'navy', 7, '#777777'].map(
      (accent_color): Row => [{ name: 'N', accent_color }, 'accent_color'],
    ),
  ],
  deleteOrganization: [
    [{}, 'missing_required_field name'],
    [{ name: null }, 'name'],
  ],
  switchOrganization: [
    [{}, 'missing_required_field organization_id'],
    ...['acme', 'org_', id('org').toUpperCase(), id('usr'), null].map(
      (organization_id): Row => [{ organization_id }, 'organization_id'],
    ),
  ],
  updateMemberRole: [
    [{ Role: 'admin' }, 'missing_required_field role', 'unknown_field Role'],
    ...['king', 'ADMIN', 'admin ', '', null, 0, ['admin']].map((role): Row => [{ role }, 'role']),
  ],
  transferDocuments: [
    [{}, 'missing_required_field to'],
    ...[null, 'user_1'].map((to): Row => [{ to }, 'to']),
    [{ to: id('usr'), dry_run: null }, 'dry_run'],
  ],
  createInvitation: [
    [{ email }, 'missing_required_field role'],
    [{ role: 'member' }, 'missing_required_field email'],
    ...['guest', tooLong].map((email): Row => [{ email, role: 'member' }, 'email']),
    [{ email, role: 'king' }, 'role'],
    ...[0, 31, 0.5, '7'].map(
      (expires_in_days): Row => [{ email, role: 'member', expires_in_days }, 'expires_in_days'],
    ),
  ],
  createPolicy: [
    [{ rules: {} }, 'missing_required_field name'],
    ...[long(256), null, 7].map((name): Row => [{ name }, 'name']),
    ...[[], null].map((given): Row => [{ name: 'N', rules: given }, 'rules']),
    [rules({ watermark: true, expires: 'never' }), 'unknown_field rules.expires'],
    [rules({ watermark: 'true' }), 'rules.watermark'],
    [rules({ view_only: null }), 'rules.view_only'],
    [rules({ expires_at: '2036-01-31' }), 'rules.expires_at'],
    [rules({ expires_after_days: 0 }), 'rules.expires_after_days'],
    [rules({ retain_for_days: 1.5 }), 'rules.retain_for_days'],
    [rules({ expires_at: at, expires_after_days: 3 }), 'rules.expires_after_days'],
    [rules({ retain_until: at, retain_for_days: 3, watermark: 1 }), 'rules.watermark'],
    [rules({ acknowledgement: '' }), 'missing_required_field rules.acknowledgement'],
    ...[' \n ', 'a\fb', long(10_001)].map(
      (acknowledgement): Row => [rules({ acknowledgement }), 'rules.acknowledgement'],
    ),
    [rules({ allowed_emails: [] }), 'rules.allowed_emails'],
    ...[[], ['grp_1'], [id('pol')], many(51, () => id('grp')), null].map(
      (allowed_groups): Row => [rules({ allowed_groups }), 'rules.allowed_groups'],
    ),
    [rules({ allowed_emails: many(501, (index) => `r${index}@example.com`) }), 'rules.allowed_emails'],
  ],
  updatePolicy: [
    ...[long(256), null].map((name): Row => [{ name }, 'name']),
    ...[null, 'true'].map((archived): Row => [{ archived }, 'archived']),
    [{ rules: { expires: 'never' } }, 'unknown_field rules.expires'],
  ],
  createGroup: [
    [{}, 'missing_required_field name'],
    ...[long(101), ' ', null, 7].map((name): Row => [{ name }, 'name']),
    ...[long(2001), 7].map((description): Row => [{ name: 'N', description }, 'description']),
  ],
  updateGroup: [
    ...[long(101), null].map((name): Row => [{ name }, 'name']),
    [{ description: long(2001) }, 'description'],
  ],
  createRoom: [
    [{}, 'missing_required_field name'],
    ...['', long(256), null].map(
      (name): Row => [{ name }, name === '' ? 'missing_required_field name' : 'name'],
    ),
    [{ name: 'N', description: long(2001) }, 'description'],
    ...['own', null].map((numbering): Row => [{ name: 'N', numbering }, 'numbering']),
    ...['opens_at', 'closes_at'].map((field): Row => [{ name: 'N', [field]: '2036-01-31' }, field]),
  ],
  updateRoom: [
    [{ name: null }, 'name'],
    [{ state: 'draft' }, 'state'],
    [{ state: 'closed', opens_at: 'soon' }, 'opens_at'],
  ],
  createRoomItems: [
    [{ kind: 'shelf' }, 'kind'],
    [{ kind: 'folder', name: long(256) }, 'name'],
    ...[id('itm').slice(1), id('doc'), 7].map((parent_id): Row => [{ parent_id }, 'parent_id']),
    ...['last', id('doc'), null].map((after): Row => [{ after }, 'after']),
    ...[[], many(101, () => '').map(() => ({ kind: 'folder' })), {}].map(
      (items): Row => [{ items }, 'items'],
    ),
    [{ items: [{ kind: 'folder' }, {}] }, 'missing_required_field items[1].kind'],
  ],
  updateRoomItem: [
    [{ name: '' }, 'missing_required_field name'],
    [{ state: null, opens_at: 1 }, 'state', 'opens_at'],
  ],
  createRoomAccess: [
    [{}, 'missing_required_field level'],
    [{ level: 'edit' }, 'level'],
    [{ level: 'view', email: 'nobody' }, 'email'],
    [{ level: 'view', item_id: 'top' }, 'item_id'],
    [{ level: 'view', organization: 'yes', expires_at: 'soon' }, 'organization', 'expires_at'],
    [{ level: 'view', message: long(2001) }, 'message'],
  ],
  updateRoomAccess: [[{ level: null }, 'level']],
  attachRoomPolicy: [
    [{}, 'missing_required_field policy_id'],
    [{ policy_id: null }, 'policy_id'],
  ],
  createGroupEntry: [
    [{}, ''],
    [{ email, domain: 'guests.example' }, ''],
    ...['nobody', null, long(321)].map((address): Row => [{ email: address }, 'email']),
    ...[null, long(256)].map((domain): Row => [{ domain }, 'domain']),
    ...[id('user'), null].map((user_id): Row => [{ user_id }, 'user_id']),
  ],
  updateMe: [
    ...[long(101), null, 7].map((name): Row => [{ name }, 'name']),
    ...['fr', 'DE', ''].map((language): Row => [{ language }, 'language']),
  ],
  createApiKey: [
    [{}, 'missing_required_field name'],
    ...[long(256), 'a\tb'].map((name): Row => [{ name }, 'name']),
    [{ name: 'N', permissions: [] }, 'permissions'],
    [{ name: 'N', permissions: ['all'] }, 'permissions.0'],
    [{ name: 'N', service_account_id: id('usr') }, 'service_account_id'],
  ],
  createServiceAccount: [
    [{ role: 'admin' }, 'missing_required_field name'],
    ...[long(256), 'a\nb'].map((name): Row => [{ name }, 'name']),
    ...['owner', 'king'].map((role): Row => [{ name: 'N', role }, 'role']),
  ],
  registerWebhook: [
    [{ url }, 'missing_required_field events'],
    [{ events: ['*'] }, 'missing_required_field url'],
    [{ url, events: ['document.ready', 'document.exploded'] }, 'events.1'],
    ...[[], '*', null, many(101, () => '*')].map((events): Row => [{ url, events }, 'events']),
    ...[[7], [null]].map((events): Row => [{ url, events }, 'events.0']),
  ],
  updateWebhook: [
    [{ url: null }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['document.exploded'] }, 'events.0'],
    ...['no', null].map((enabled): Row => [{ enabled }, 'enabled']),
  ],
  resendWebhookDeliveries: [
    [{}, 'missing_required_field since'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: at, all: 'yes' }, 'all'],
  ],
};

test('every operation with a body has rows', () => {
  const withBody = Object.values(operations).filter(({ body }) => body !== null && body.kind !== 'file');

  expect(Object.keys(table).sort()).toEqual(withBody.map(({ id }) => id).sort());
});

const rows = Object.entries(table).flatMap(([name, all]) =>
  all.map((row) => [name as keyof typeof operations, JSON.stringify(row[0]).slice(0, 60), row] as const),
);
/** Returns the issues of a body, each as its code and location. */
function issuesOf(name: keyof typeof operations, value: unknown): string[] {
  const contract = operations[name];
  const schema = contract.body?.kind === 'json' ? contract.body.schema : contract.body?.fields;
  const none = { schema: operations.getMe.query, value: {} };
  try {
    validate({ path: none, query: none, body: { schema: schema ?? none.schema, value } });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.issues.map(({ code, location }) => `${code} ${location}`);
  }
}

test.for(rows)('%s refuses %s', ([name, , [body, ...issues]]) => {
  expect(issuesOf(name, body)).toEqual(
    issues
      .map((issue) => (issue.includes(' ') ? issue : `invalid_value ${issue}`))
      .map((issue) => issue.replace(' ', ' body.').replace(/\.$/, '')),
  );
});

const polluting = '{"isPolluted": true, "prototype": {"isPolluted": true}}';
const names = Object.keys(table) as (keyof typeof operations)[];

test.for(names)('%s refuses fields with names of objects like other unknown fields', (name) => {
  for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(issuesOf(name, JSON.parse(`{"${field}": ${polluting}}`))).toContain(`unknown_field body.${field}`);
    expect({}).not.toHaveProperty('isPolluted');
  }
});

test.for([
  ['createPolicy', 'unknown_field body.rules.__proto__'],
  ['createDocumentShare', 'invalid_value body.rules'],
] as const)('%s refuses such a name in rules', ([name, issue]) => {
  const body = JSON.parse(`{"name": "N", "email": "${email}", "rules": {"__proto__": ${polluting}}}`);
  expect(issuesOf(name, body)).toContain(issue);
});
