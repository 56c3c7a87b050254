import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { eventually } from '../support/eventually.ts';
import { makePng } from '../support/files/pictures.ts';
import { base_url, sameOrigin } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { commandsIn } from './pasting.ts';

const own = ownActors();
const folder = await temporaryDirectory();
afterAll(() => folder[Symbol.asyncDispose]());

/** The commands of a page of the reference, in their order. */
async function commandsOf(slug: string): Promise<[operation: string, command: string][]> {
  const text = await (await fetch(`${base_url}/docs/${slug}`)).text();
  return text.split('<article>').flatMap((article) => {
    const [, id = ''] = /<h2 id="(\w+)">/.exec(article) ?? [];
    return commandsIn(article)
      .slice(0, 1)
      .map((command): [string, string] => [id, command]);
  });
}

/** The variables for ids, by the prefixes of the ids. */
const variables: Readonly<Record<string, string>> = {
  doc: 'DOCUMENT_ID',
  ver: 'VERSION_ID',
  pol: 'POLICY_ID',
  shr: 'SHARE_ID',
  inv: 'INVITATION_ID',
  whk: 'WEBHOOK_ID',
  svc: 'SERVICE_ACCOUNT_ID',
  key: 'KEY_ID',
  evt: 'EVENT_ID',
  ses: 'SESSION_ID',
  grp: 'GROUP_ID',
  gre: 'ENTRY_ID',
  room: 'ROOM_ID',
  itm: 'ITEM_ID',
  rac: 'ACCESS_ID',
};

/** The operations that have nothing to do in a fresh organization, or for this key. */
const refused: Readonly<Record<string, number>> = {
  reclaimOwnership: 403,
  deleteOwnShare: 403,
  deleteDocumentAccessRequest: 404,
  getDocumentReader: 404,
};

const organizationName = 'Müller & Söhne';
let key = '';

beforeAll(async () => {
  await writeFile(join(folder.path, 'logo.png'), makePng());
  await writeFile(join(folder.path, 'contract.pdf'), await makePdf());
  // The command that deletes an organization repeats this name. It needs the powers of an owner.
  await own.call.updateOrganization({ json: { name: organizationName } });
  const { permissions } = (await own.call.getMe({ as: null, session: 'owner' })).body;
  const json = { name: 'Pasted', permissions: [...permissions] };
  const made = await own.call.createApiKey({ as: null, session: 'owner', headers: sameOrigin, json });
  key = 'api_key' in made.body ? String(made.body.api_key) : '';
});

/** Makes a private document with two versions that are ready, and a policy. Resolves with the variables of commands. */
async function scene(): Promise<Record<string, string>> {
  const { call, credentials } = own;
  const form = uploadForm({ title: 'Plan', access_level: 'private' }, await makePdf());
  const path = { document_id: (await call.createDocument({ form })).body.id };
  const version = await call.createDocumentVersion({
    path,
    form: uploadForm({ title: 'Second' }, await makePdf()),
  });
  const version_id = version.body.id;
  await eventually(
    async () => (await call.getDocumentVersion({ path: { ...path, version_id } })).body.processing_status,
    (status) => status === 'ready',
  );
  const policy = await call.createPolicy({ json: { name: `Pasted ${crypto.randomUUID()}` } });
  const { member = '', admin = '' } = credentials.user_ids;
  return {
    KEY: key,
    DOCUMENT_ID: path.document_id,
    VERSION_ID: version_id,
    POLICY_ID: policy.body.id,
    REQUEST_ID: `acr_${'0'.repeat(26)}`,
    ORGANIZATION_ID: credentials.organization_id,
    USER_ID: member,
    TO: admin,
    Q: 'plan',
  };
}

/** Pastes a command. Resolves with its status and its answer. */
async function paste(command: string, env: Readonly<Record<string, string>>) {
  const withStatus = `curl() { command curl -w '\\n%{http_code}\\n' "$@"; }\n${command}`;
  const options = { cwd: folder.path, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', withStatus], options);
  const [body = '', status] = stdout.trimEnd().split(/\n(?=\d{3}$)/);
  return { status: Number(status), body: body.startsWith('{') ? JSON.parse(body) : {} };
}

test('each request of the reference works as pasted, in its order, and does no harm', async () => {
  const front = await (await fetch(`${base_url}/docs`)).text();
  const slugs = [...new Set([...front.matchAll(/\/docs\/([a-z-]+)#/g)].map(([, slug = '']) => slug))];
  // Ends the session and the organization of the others.
  const last = ['me', 'organizations'];
  const ordered = [...slugs.filter((slug) => !last.includes(slug)), ...last];
  const before = await state();
  const answers: [string, number, unknown][] = [];

  for (const slug of ordered) {
    const commands = await commandsOf(slug);
    if (commands.length === 0) continue;
    const person = slug === 'organizations' ? 'member' : 'owner';
    const set = { ...(await scene()), SESSION: own.credentials.session_cookies[person] ?? '' };
    for (const [id, command] of commands) {
      // What would have expired by now stands in no command.
      expect(command).not.toMatch(/\d{4}-\d\d-\d\dT/);
      if (id === 'removeMember') expect(await state()).toEqual(before);
      const { status, body } = await paste(command, set);
      answers.push([id, status, status < 300 ? undefined : body]);
      // Of lists only where nothing is made: the newest API key is the one of these requests.
      const { event_id, id: made, items: [listed] = [] } = body;
      const found = event_id ?? made ?? listed?.event_id ?? (id === 'listSessions' ? listed?.id : '');
      const name = variables[String(found).split('_')[0] ?? ''];
      if (name && status < 300 && !(name in set)) Object.assign(set, { [name]: found });
    }
  }

  const isExpected = (id: string, status: number) =>
    refused[id] === undefined ? status < 300 : status === refused[id];
  expect(answers.filter(([id, status]) => !isExpected(id, status))).toEqual([]);
  expect(answers.map(([id]) => id).sort()).toEqual(allOperations.map(({ id }) => id).sort());
});

/** What the requests of no page may change, except for deletions. */
async function state() {
  const { call } = own;
  const { items } = (await call.listOrganizationMembers()).body;
  const { user, language } = (await call.getMe()).body;
  return {
    organization: (await call.getOrganization()).body.name,
    roles: Object.fromEntries(items.map(({ user_id, role }) => [ulidOf(user_id), role])),
    owner: [user.name, language],
  };
}
