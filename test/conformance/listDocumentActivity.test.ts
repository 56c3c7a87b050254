import { describe, expect } from 'vitest';
import { activityAbout, activityOf, open, readingsOf, wrongTypes } from '../support/activity.ts';
import { apiKeys, call, readyDocument, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { governed } from '../support/governed.ts';
import { base_url, user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

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
