import { describe, expect } from 'vitest';
import {
  activityAbout,
  activityOf,
  open,
  readingsOf,
  sinceCreated,
  wrongTypes,
} from '../support/activity.ts';
import { apiKeys, call, readyDocument, uniqueTitle, upload } from '../support/documents.ts';
import { endpointOf, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { governed } from '../support/governed.ts';
import { base_url, problem, user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

const memberId = user_ids.member.replace('usr_', 'user_');
const ownerId = user_ids.owner.replace('usr_', 'user_');

describe('reading', () => {
  // Threat: Somebody reads, and nothing shows it later
  test('is recorded with the reader, the time, the version and the credential, in pages and as CSV', async () => {
    const before = Date.now();
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
    await open(`/d/${document_id}`);
    await open(`/d/${document_id}/versions/${version_id}`, 'session');
    await open(`/d/${document_id}`, 'member', 'application/json');
    await open(`/d/${document_id}/versions/${version_id}?file=attachment`, 'owner');
    const path = { document_id };
    const entries = await readingsOf(document_id);

    const entry = { id: expect.stringMatching(/^act_/), document_id, version_id, policy_id: null };
    const member = { id: memberId, type: 'user_account', name: expect.any(String) };
    const credential = expect.stringMatching(/^key_[0-9a-z]{26}$/);
    const address = expect.stringMatching(/(\.0\/24|::\/48)$/);
    expect(entries).toMatchObject([
      { ...entry, type: 'downloaded', details: { credential } },
      { ...entry, type: 'viewed', actor: member, details: { format: 'json' } },
      {
        ...entry,
        type: 'viewed',
        actor: member,
        details: { credential: expect.stringMatching(/^session:/) },
      },
      { ...entry, type: 'viewed', actor: null, details: { address } },
    ]);
    for (const { created_at } of entries) {
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 1000);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now() + 1000);
    }
    expect(entries.map(({ details }) => 'address' in details)).toEqual([false, false, false, true]);

    const [newest, second, third, oldest] = entries;
    const ask = async (query: Record<string, string>) =>
      (await activityOf(document_id, 'owner', query)).map(({ id }) => id);
    const pages = await walk((query) => call.listDocumentActivity({ path, query }), { limit: '3' });
    const listed = pages.flatMap(({ items }) => items).filter(({ type }) => !type.includes('.'));
    expect(listed).toEqual(entries);
    expect(await ask({ actor: memberId })).toEqual([second?.id, third?.id]);
    expect(await ask({ since: second?.created_at ?? '' })).toEqual([newest?.id, second?.id]);
    const between = { since: oldest?.created_at ?? '', until: second?.created_at ?? '' };
    expect(await ask(between)).toEqual([third?.id, oldest?.id]);
    expect(await ask({ ...between, actor: memberId })).toEqual([third?.id]);
    expect(await ask({ type: 'downloaded' })).toEqual([newest?.id]);
    expect(await ask({ type: 'viewed', actor: memberId })).toEqual([second?.id, third?.id]);
    expect(await ask({ type: 'member.joined' })).toEqual([]);
    const viewed = await call.listDocumentActivity({ path, query: { limit: '1', type: 'viewed' } });
    const { next_cursor: cursor } = viewed.body.pagination;
    for (const type of [{ type: 'downloaded' }, {}])
      expect(await call.listDocumentActivity({ path, query: { limit: '1', ...type, cursor } })).toMatchObject(
        refused('invalid_cursor', 'cursor'),
      );

    const url = `${base_url}/v1/documents/${document_id}/activity?limit=3`;
    const headers = { Accept: 'text/csv', Authorization: `Bearer ${apiKeys.owner}` };
    const csv = await fetch(url, { headers });
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('vary')).toContain('Accept');
    const [names, first, ...others] = (await csv.text()).split('\r\n');
    expect(names).toBe(
      'id,type,created_at,actor_id,actor_name,document_id,version_id,policy_id,room_id,actor_email,document_title',
    );
    expect(first).toMatch(
      new RegExp(
        `^${newest?.id},downloaded,[^,]+Z,user_[^,]+,.+,${document_id},${version_id},,,[^,]+@[^,]+,[^,]+$`,
      ),
    );
    expect(others).toHaveLength(3);
    const [, next] = /^<(.+)>; rel="next"$/.exec(csv.headers.get('link') ?? '') ?? [];
    expect(await (await fetch(next ?? '', { headers })).text()).toContain(`${oldest?.id},viewed,`);
    const json = await fetch(url, { headers: { ...headers, Accept: 'text/csv;q=0.5, application/json' } });
    expect(json.headers.get('content-type')).toBe('application/json');
  });

  // Threat: Somebody reads, and nothing shows it later
  test('that a policy refused is recorded with the policy, and none if nothing was shown', async () => {
    const refusing = await governed({ expires_at: '2026-01-31T09:30:00Z' });
    const { document_id, version_id, at, version, policy } = refusing;
    const hidden = await upload();

    const answers = [
      await open(at, 'outsider'),
      await open(`${version}/pages/1`, 'outsider'),
      await open(at, 'owner'),
      await open(`/d/${hidden.id}`, 'outsider'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 404]);
    const refusal = { document_id, version_id, policy_id: policy.id, details: { reason: 'expired' } };
    expect(await readingsOf(document_id)).toMatchObject([
      { type: 'viewed', policy_id: null },
      { type: 'refused', ...refusal },
      { type: 'refused', ...refusal },
    ]);
    expect(await readingsOf(hidden.id)).toEqual([]);
  });
});

describe('activity of a document', () => {
  test('has its changes at once, also for one actor, as the activity of its organization has', async () => {
    const { id: document_id } = await upload();
    await call.updateDocument({ path: { document_id }, json: { title: uniqueTitle('Changed') } });
    const types = async (query = {}) =>
      (await activityOf(document_id, 'owner', query)).map(({ type, document_id: of }) => [type, of]);

    const notified = await eventually(types, (found) =>
      ['document.created', 'document.updated'].every((wanted) => found.some(([type]) => type === wanted)),
    );

    expect(new Set(notified.map(([, of]) => of))).toEqual(new Set([document_id]));
    const theirs = await types({ actor: ownerId });
    expect(theirs).toContainEqual(['document.updated', document_id]);
    expect(theirs).not.toContainEqual(['document.ready', document_id]);
    expect(await types({ actor: memberId })).toEqual([]);
    const isChange = ({ type }: { type: string }) => type === 'document.updated';
    const [change] = (await activityOf(document_id)).filter(isChange);
    for (const query of [{}, { actor: ownerId }]) {
      const ofOrganization = () => activityAbout(document_id, 'owner', query);
      const found = await eventually(ofOrganization, (items) => items.some(isChange));
      expect(found.filter(isChange)).toEqual([change]);
    }
  });

  test('of a document outside of any organization has its changes, for its creator', async () => {
    const as = 'newcomer';
    const { document_id } = await readyDocument({ as });
    await call.updateDocument({ as, path: { document_id }, json: { title: uniqueTitle('Changed') } });

    const entries = (await activityOf(document_id, as)).filter(({ type }) => type.startsWith('document.'));

    const actor = { type: 'user_account' };
    expect(entries).toMatchObject([
      { type: 'document.updated', actor, document_id, details: { access_level: 'private' } },
      { type: 'document.ready', actor: null, document_id, details: { processing_status: 'ready' } },
      { type: 'document.created', actor, document_id, details: { processing_status: 'processing' } },
    ]);
  });

  test('is not listed by malformed filters', async ({ uploaded: { id } }) => {
    const at = '2026-01-31T09:30:00Z';
    for (const [param, query] of [
      ['actor', { actor: 'usr_nobody' }],
      ['since', { since: 'yesterday' }],
      ['until', { until: '2026-01-31' }],
      ['since', { since: at, until: at }],
      ...wrongTypes.map((type) => ['type', { type }] as const),
    ] as const)
      expect(
        await call.listDocumentActivity({ path: { document_id: id }, query: { ...query } }),
        JSON.stringify(query),
      ).toMatchObject(refused('invalid_value', param));
  });
});

type Query = Readonly<Record<string, string>>;

/** Returns the rows about a document from all pages of the activity as CSV. */
async function csvAbout(document_id: string): Promise<string[]> {
  const headers = { Accept: 'text/csv', Authorization: `Bearer ${apiKeys.owner}` };
  const query = new URLSearchParams({ limit: '100', ...sinceCreated(document_id) });
  const rows: string[] = [];
  for (let next: string | undefined = `${base_url}/v1/organization/activity?${query}`; next !== undefined; ) {
    const page: Response = await fetch(next, { headers });
    rows.push(...(await page.text()).split('\r\n'));
    next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return rows.filter((row) => row.includes(document_id));
}

describe('activity of an organization', () => {
  test('has readings and changes, newest first', async () => {
    const { document_id, document, version_id } = await readyDocument({ as: 'member' });
    await open(`/d/${document_id}`, 'admin');

    const entries = await eventually(
      () => activityAbout(document_id),
      (found) => found.length >= 5,
    );

    expect(entries).toMatchObject([
      { type: 'viewed', actor: { type: 'user_account' }, version_id },
      { type: 'document.ready', actor: null },
      { type: 'version.ready', actor: null, version_id },
      { type: 'version.created', actor: document.created_by, version_id },
      { type: 'document.created', actor: document.created_by },
    ]);
    for (const [actor, expected] of [
      [document.created_by.id, entries.slice(-2)],
      [entries[0]?.actor?.id ?? '', entries.slice(0, 1)],
    ] as const) {
      const theirs = () => activityAbout(document_id, 'owner', { actor });
      expect(await eventually(theirs, ({ length }) => length >= expected.length)).toEqual(expected);
    }
  });

  // Threat: A member makes a document private, so that owners do not see what happened to it before
  // Threat: Activity shows others who reads a private document, or a name in CSV runs as a formula
  test('follows the access level at the time of an entry, not later ones', async () => {
    const { document_id } = await readyDocument({ as: 'admin' });
    const path = { document_id };
    const becomes = (access_level: string) =>
      call.setDocumentAccessLevel({ as: 'admin', path, json: { access_level } });
    await open(`/d/${document_id}`, 'owner');
    await becomes('private');
    const privately = (await activityOf(document_id, 'admin')).length;
    await open(`/d/${document_id}`, 'admin');
    await call.updateDocument({ as: 'admin', path, json: { title: uniqueTitle('Private') } });
    const shared = (await activityOf(document_id, 'admin')).length;
    await becomes('public');
    await open(`/d/${document_id}`);
    await becomes('private');

    const all = await activityOf(document_id, 'admin');
    const ofPrivateTime = all.slice(all.length - shared, all.length - privately);
    const visible = all.filter((entry) => !ofPrivateTime.includes(entry));

    expect(ofPrivateTime.map(({ type }) => type)).toEqual(['document.updated', 'viewed']);
    expect(visible.filter(({ type }) => type === 'viewed')).toHaveLength(2);
    const ofOwner = () => activityAbout(document_id, 'owner');
    expect(await eventually(ofOwner, (found) => found.length >= visible.length)).toEqual(visible);
    const ofCreator = () => activityAbout(document_id, 'admin');
    expect(await eventually(ofCreator, (found) => found.length >= all.length)).toEqual(all);
    const rows = await csvAbout(document_id);
    expect(rows.map((row) => row.slice(0, row.indexOf(',')))).toEqual(visible.map(({ id }) => id));
    expect(await call.listDocumentActivity({ as: 'owner', path })).toMatchObject(
      refused('resource_not_found', 'document_id'),
    );
  });

  test('is not listed by malformed filters', async () => {
    for (const type of wrongTypes)
      expect(await call.listOrganizationActivity({ query: { type } })).toMatchObject(
        problem(422, ['query.type', type]),
      );
    for (const [name, value] of Object.entries({ actor: 'somebody', since: '2026-01-31', until: 'now' })) {
      const answer = await call.listOrganizationActivity({ query: { [name]: value } });
      expect(answer).toMatchObject(problem(400));
      expect(answer.problem?.detail).toContain(name);
    }
  });
});

test('events are listed newest first, in pages, of one type and since a time, and have an entry of activity each', async () => {
  const organization = await newOrganization();
  for (let index = 0; index < 3; index++)
    await update(await endpointOf(organization, ['webhook.test']), { enabled: false });
  const { id, headers } = organization;
  const ask = async (query: Query = {}) => (await call.listEvents({ as: 'staff', headers, query })).body;
  const { items: events } = await eventually(ask, ({ items }) => items.length === 4);
  const [newest, second] = events;

  expect(events.map(({ type }) => type)).toEqual([
    ...Array(3).fill('webhook.disabled'),
    'organization.created',
  ]);
  expect(events.at(-1)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'organization.created',
    timestamp: expect.any(String),
    organization_id: id,
    actor: expect.objectContaining({ type: 'user_account', staff: false }),
    data: expect.objectContaining({ id }),
  });
  const first = await ask({ limit: '3' });
  const last = await ask({ limit: '3', cursor: first.pagination.next_cursor });
  expect([...first.items, ...last.items]).toEqual(events);
  expect([first, last].map(({ pagination }) => pagination.has_more)).toEqual([true, false]);
  expect((await ask({ type: 'organization.created' })).items).toEqual(events.slice(-1));
  expect((await ask({ type: 'webhook.disabled', limit: '1' })).items).toEqual([newest]);
  expect((await ask({ since: second?.timestamp ?? '' })).items).toEqual([newest, second]);
  expect((await ask({ type: 'document.ready' })).items).toEqual([]);
  for (const [name, value] of [
    ['type', '*'],
    ['since', '2026-01-31'],
  ] as const) {
    const answer = await call.listEvents({ query: { [name]: value } });
    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain(name);
  }

  // The list of entries lags like the list of events. Registrations of endpoints have entries but no events.
  const entriesOf = async (query: Query) =>
    (
      await walk((page) => call.listOrganizationActivity({ as: 'staff', headers, query: page }), query)
    ).flatMap(({ items }) => items);
  const listed = await eventually(
    () => entriesOf({ limit: '3' }),
    (found) => found.length >= events.length + 3,
  );
  const notified = listed.filter(({ type }) => events.some((event) => event.type === type));
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  expect(notified.map(({ id, type }) => [id.slice(4), type])).toEqual(
    events.map(({ id, type }) => [id.slice(4), type]),
  );
  const since = notified[1]?.created_at ?? '';
  expect(await entriesOf({ since })).toEqual(listed.filter(({ created_at }) => created_at >= since));
  expect(await entriesOf({ until: since })).toEqual(listed.filter(({ created_at }) => created_at < since));
  const made = listed.filter(({ type }) => type === 'webhook.created');
  const actor = made[0]?.actor?.id ?? '';
  expect(made).toHaveLength(3);
  for (const query of [{}, { actor }]) {
    const found = () => entriesOf({ limit: '2', type: 'webhook.created', ...query });
    expect(await eventually(found, ({ length }) => length === 3)).toEqual(made);
    expect(await entriesOf({ type: 'viewed', ...query })).toEqual([]);
  }
});
