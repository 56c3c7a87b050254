import { describe, expect } from 'vitest';
import { activityAbout, activityOf, open, readingsOf, wrongTypes } from '../support/activity.ts';
import { apiKeys, call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { base_url, user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const memberId = user_ids.member.replace('usr_', 'user_');

/** Makes a public document, reads it four times, and returns its activity. */
async function readDocument() {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
  await open(`/d/${document_id}`);
  await open(`/d/${document_id}/versions/${version_id}`, 'session');
  await open(`/d/${document_id}`, 'member', 'application/json');
  await open(`/d/${document_id}/versions/${version_id}?file=attachment`, 'owner');
  return { document_id, version_id, entries: await readingsOf(document_id) };
}

describe('reading', () => {
  // Threat: Somebody reads, and nothing shows it later
  test('is recorded with the reader, the time, the version and the credential', async () => {
    const before = Date.now();
    const { document_id, version_id, entries } = await readDocument();

    const entry = { id: expect.stringMatching(/^act_/), document_id, version_id, policy_id: null };
    const member = { id: memberId, type: 'user_account', name: expect.any(String) };
    expect(entries).toMatchObject([
      { ...entry, type: 'downloaded', details: { credential: expect.stringMatching(/^key_[0-9a-z]{26}$/) } },
      { ...entry, type: 'viewed', actor: member, details: { format: 'json' } },
      {
        ...entry,
        type: 'viewed',
        actor: member,
        details: { credential: expect.stringMatching(/^session:/) },
      },
      {
        ...entry,
        type: 'viewed',
        actor: null,
        details: { address: expect.stringMatching(/(\.0\/24|::\/48)$/) },
      },
    ]);
    for (const { created_at } of entries) {
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 1000);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now() + 1000);
    }
    expect(entries.map(({ details }) => 'address' in details)).toEqual([false, false, false, true]);
  });

  // Threat: Somebody reads, and nothing shows it later
  test('that a policy refused is recorded with the policy', async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
    const { id: policy_id } = await addPolicy(undefined, {}, { expires_at: '2026-01-31T09:30:00Z' });
    await attach(document_id, policy_id);

    const answers = [
      await open(`/d/${document_id}`, 'outsider'),
      await open(`/d/${document_id}/versions/${version_id}/pages/1`, 'outsider'),
      await open(`/d/${document_id}`, 'owner'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(await readingsOf(document_id)).toMatchObject([
      { type: 'viewed', policy_id: null },
      { type: 'refused', document_id, version_id, policy_id, details: { reason: 'expired' } },
      { type: 'refused', document_id, version_id, policy_id, details: { reason: 'expired' } },
    ]);
  });
});

describe('activity of a document', () => {
  test('can be listed in pages, between two times and for one actor', async () => {
    const { document_id, entries } = await readDocument();
    const [newest, second, third, oldest] = entries;
    const ask = async (query: Record<string, string>) =>
      (await activityOf(document_id, 'owner', query)).map(({ id }) => id);

    const pages = await walk((query) =>
      call.listDocumentActivity({ path: { document_id }, query: { limit: '3', ...query } }),
    );
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
    const path = { document_id };
    const [first] = await walk((query) =>
      call.listDocumentActivity({ path, query: { limit: '1', type: 'viewed', ...query } }),
    );
    const { next_cursor: cursor = '' } = first?.pagination ?? {};
    for (const type of [{ type: 'downloaded' }, {}])
      expect(await call.listDocumentActivity({ path, query: { limit: '1', ...type, cursor } })).toMatchObject(
        refused('invalid_cursor', 'cursor'),
      );
  });

  test('has changes of the document at once, also for one actor, and none of other documents', async () => {
    const { document_id } = await readyDocument();
    await readyDocument();
    await call.updateDocument({ path: { document_id }, json: { title: uniqueTitle('Changed') } });
    const types = async (query = {}) =>
      (await activityOf(document_id, 'owner', query)).map(({ type, document_id: of }) => [type, of]);

    const notified = await eventually(types, (found) =>
      ['document.created', 'document.updated'].every((wanted) => found.some(([type]) => type === wanted)),
    );

    expect(new Set(notified.map(([, of]) => of))).toEqual(new Set([document_id]));
    const theirs = await types({ actor: user_ids.owner.replace('usr_', 'user_') });
    expect(theirs).toContainEqual(['document.updated', document_id]);
    expect(theirs).not.toContainEqual(['document.ready', document_id]);
    expect(await types({ actor: memberId })).toEqual([]);
  });

  test('of a document outside of any organization has its changes, for its creator', async () => {
    const as = 'newcomer';
    const { document_id } = await readyDocument({ as });
    await call.updateDocument({ as, path: { document_id }, json: { title: uniqueTitle('Changed') } });

    const entries = (await activityOf(document_id, as)).filter(({ type }) => type.startsWith('document.'));

    expect(entries.map(({ type }) => type)).toEqual([
      'document.updated',
      'document.ready',
      'document.created',
    ]);
    expect(entries).toMatchObject([
      { actor: { type: 'user_account' }, document_id, details: { access_level: 'private' } },
      { actor: null, document_id, details: { processing_status: 'ready' } },
      { actor: { type: 'user_account' }, document_id, details: { processing_status: 'processing' } },
    ]);
  });

  test('and of its organization have a change at the same time, with or without a filter by actor', async () => {
    const { document_id } = await readyDocument();
    await call.updateDocument({ path: { document_id }, json: { title: uniqueTitle('Changed') } });
    const actor = user_ids.owner.replace('usr_', 'user_');
    const isChange = ({ type }: { type: string }) => type === 'document.updated';
    const ofOrganization = (query = {}) => activityAbout(document_id, 'owner', query);

    const [change] = (await activityOf(document_id)).filter(isChange);

    expect(change).toBeDefined();
    for (const list of [ofOrganization, () => ofOrganization({ actor })])
      expect((await eventually(list, (found) => found.some(isChange))).filter(isChange)).toEqual([change]);
  });

  test('is CSV for clients that prefer it, with the next page in a link', async () => {
    const { document_id, version_id, entries } = await readDocument();
    const url = `${base_url}/v1/documents/${document_id}/activity?limit=3`;
    const headers = { Accept: 'text/csv', Authorization: `Bearer ${apiKeys.owner}` };

    const response = await fetch(url, { headers });

    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('vary')).toContain('Accept');
    const [names, first, ...others] = (await response.text()).split('\r\n');
    expect(names).toBe(
      'id,type,created_at,actor_id,actor_name,document_id,version_id,policy_id,room_id,actor_email,document_title',
    );
    expect(first).toMatch(
      new RegExp(
        `^${entries[0]?.id},downloaded,[^,]+Z,user_[^,]+,.+,${document_id},${version_id},,,[^,]+@[^,]+,[^,]+$`,
      ),
    );
    expect(others).toHaveLength(3);
    const [, next] = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
    const last = await fetch(next ?? '', { headers });
    expect(await last.text()).toContain(`${entries[3]?.id},viewed,`);
    const json = await fetch(url, { headers: { ...headers, Accept: 'text/csv;q=0.5, application/json' } });
    expect(json.headers.get('content-type')).toBe('application/json');
  });

  test.for<[string, string, string]>([
    ['actor', 'usr_nobody', 'actor'],
    ['since', 'yesterday', 'since'],
    ['until', '2026-01-31', 'until'],
    ...wrongTypes.map((type): [string, string, string] => ['type', type, 'type']),
  ])('is not listed by %s %j', async ([name, value, param], { uploaded: { id } }) => {
    const answer = await call.listDocumentActivity({ path: { document_id: id }, query: { [name]: value } });

    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_value', param } });
  });
});
