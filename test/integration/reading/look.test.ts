import { beforeAll, expect, test } from 'vitest';
import { shownIn } from '../../../shared/contract/accentColor.ts';
import { makePng } from '../../support/files/pictures.ts';
import { ownedOrganization, storedMember, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploadReady } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call } = stage;
const color = '#6a1b9a';

/** A member who reads two documents, one after a text, one with a watermark, and a room. */
let reader: Readonly<Record<string, string>>;
const paths = { asking: '', marked: '', room: '' };

beforeAll(async () => {
  const { id: organization_id, by: as } = await ownedOrganization();
  await call.updateOrganization({ ...as, json: { accent_color: color } });
  const logo = { ...as, raw: makePng(), headers: { ...as.headers, 'Content-Type': 'image/png' } };
  expect((await call.setOrganizationLogo(logo)).status).toBe(200);
  for (const [name, rules] of [
    ['asking', { acknowledgement: 'Keep it to yourself.' }],
    ['marked', { watermark: true }],
  ] as const) {
    const { id, path } = await uploadReady(stage, { access_level: 'organization' }, as);
    const { id: policy_id } = (await call.createPolicy({ ...as, json: { name, rules } })).body;
    await call.attachDocumentPolicy({ ...as, path, json: { policy_id } });
    paths[name] = `/d/${id}`;
  }
  const room = (await call.createRoom({ ...as, json: { name: 'Looked' } })).body;
  const json = { organization: true, level: 'view' };
  await call.createRoomAccess({ ...as, path: { room_id: room.id }, json });
  paths.room = `/r/${room.id}`;
  reader = (await storedSession(await storedMember(organization_id, 'member'))).headers;
});

test.for<[what: string, path: () => string, logo: RegExp]>([
  ['with the text to accept', () => paths.asking, /\/d\/\w+\/logo\?logo=/],
  ['of a document whose copy is being made', () => paths.marked, /\/d\/\w+\/logo\?logo=/],
  ['of a room', () => paths.room, /\/r\/\w+\/logo\?logo=/],
  ['of the console without script', () => '/app/plain', /src="[^"]*\/logo"/],
  ['of a document in it', () => `/app/plain/documents/${paths.marked.slice(3)}`, /src="[^"]*\/logo"/],
])('the page %s has the color and the logo of the organization', async ([, path, logo]) => {
  const { text, headers } = await stage.open(path(), reader);

  expect(text).toContain(shownIn(color).light);
  expect(text).toMatch(logo);
  expect(headers.get('content-security-policy')).toMatch(/img-src data: 'self' http/);
});

// Threat: A logo imitates somebody else
test.for<[what: string, path: () => string, headers?: Readonly<Record<string, string>>]>([
  ['for signing in', () => paths.asking, {}],
  ['of a document that does not exist', () => `/d/doc_${'0'.repeat(26)}`],
])('the page %s has no look', async ([, path, headers]) => {
  const { text } = await stage.open(path(), headers ?? reader);

  expect(text).not.toContain(shownIn(color).light);
  expect(text).not.toContain('class="logo"');
});
