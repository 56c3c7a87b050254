import { describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../../shared/contract/resources/activity.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makePdf, uploadForm, uploadReady } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();

async function ready(access_level = 'public') {
  const { id, version_id } = await uploadReady(stage, { title: 'Read by many', access_level });
  return { id, version: `/d/${id}/versions/${version_id}` };
}

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(stage.credentials.base_url + path, { method, headers, redirect: 'manual' });
const as = (actor: 'owner' | 'member' | 'outsider') => ({
  Authorization: `Bearer ${stage.credentials.api_keys[actor]}`,
});

async function readings(document_id: string): Promise<Activity[]> {
  const found: Activity[] = [];
  for (let cursor: Record<string, string> = {}; ; ) {
    const query = { limit: '100', ...cursor };
    const { body } = await stage.call.listDocumentActivity({ path: { document_id }, query });
    found.push(...body.items.filter(({ type }) => !type.includes('.')));
    if (!body.pagination.has_more) return found;
    cursor = { cursor: body.pagination.next_cursor };
  }
}

describe('reading', () => {
  // Threat: A person reads without being recorded
  test('is recorded once for all reloads of a waiting page, and once when the page shows the document', async () => {
    const form = uploadForm({ title: 'Read soon', access_level: 'public' }, await makePdf());
    const { id, service_url } = (await stage.call.createDocument({ form })).body;
    const refreshOf = ({ headers }: Response) => headers.get('refresh') ?? '';

    const refresh = refreshOf(await open(`/d/${id}`));
    const [, again = ''] = /^2; url=(.*\?view=act_\w+)$/.exec(refresh) ?? [];
    for (let time = 0; time < 3; time++) expect(refreshOf(await open(again))).toBe(refresh);
    expect(await readings(id)).toHaveLength(1);

    // Another opening of the page, and a reload by another reader, each begin a new view.
    const others = [await open(`/d/${id}`, { Referer: service_url }), await open(again, as('member'))];
    for (const other of others) expect([other.status, refreshOf(other)]).not.toEqual([200, refresh]);
    expect(await readings(id)).toHaveLength(3);

    for (const message of await stage.takeMessages('processing')) await stage.deliver(message);
    expect(refreshOf(await open(again))).toBe('');
    const versions = (await readings(id)).map(({ version_id }) => version_id !== null);
    expect(versions).toEqual([true, false, false, false]);
  });

  test('of a file belongs to the view of its page for 12 hours, and is then recorded once in ten minutes', async () => {
    const { id, version } = await ready();
    const page = await (await open(version)).text();
    const [, link = ''] = /href="([^"]+\?file=inline[^"]*)"/.exec(page) ?? [];
    const begun = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });

    const counts = [];
    for (const minutes of [12 * 60 - 1, 12 * 60 + 1, 12 * 60 + 10, 12 * 60 + 12]) {
      vi.setSystemTime(begun + minutes * 60_000);
      expect((await open(link.replaceAll('&amp;', '&'))).status).toBe(303);
      counts.push((await readings(id)).length);
    }

    expect(counts).toEqual([1, 2, 2, 3]);
  });

  // Threat: A person reads without being recorded
  test('shows nothing when it cannot be recorded', async () => {
    const { id, version } = await ready();
    const isWrite = (request: Parameters<ReturnType<typeof isCall>>[0]) =>
      isCall('PutItem')(request) || isCall('TransactWriteItems')(request);
    stage.dynamodb.faultOf = (request) => (isWrite(request) ? 'failing' : undefined);

    const page = await open(`/d/${id}`);
    const json = await open(`/d/${id}`, { ...as('owner'), Accept: 'application/json' });
    const download = await open(`${version}?file=attachment`);
    const file = await open(`${version}?file=inline`);

    for (const response of [page, json, download, file]) {
      expect(response.status).toBe(500);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).not.toContain('Read by many');
    }
    stage.mend();
    expect(await readings(id)).toEqual([]);
  });
});

test('with an endpoint, views, downloads and acceptances have events with the ids of their entries, and refusals have none', async () => {
  const policy = { name: 'To be accepted', rules: { acknowledgement: 'I keep it to myself.' } };
  const { id: policy_id } = (await stage.call.createPolicy({ json: policy })).body;
  const { id, version } = await ready();
  const hidden = await ready('private');
  await open(`/d/${id}`);
  const json = { url: 'https://receiver.example/all', events: ['*'] };
  await stage.call.registerWebhook({ json });
  await stage.takeMessages('events');

  await open(`/d/${id}`, as('owner'));
  await open(`${version}?file=attachment`);
  await open(`${version.replace('/d/', '/v1/documents/')}/download`, as('owner'));
  await open(`${version}/pages/1`, { ...as('owner'), Accept: 'application/json' });
  await open(`/d/${hidden.id}`, as('owner'));
  await stage.call.attachDocumentPolicy({ path: { document_id: id }, json: { policy_id } });
  await open(version, { ...as('member'), Accept: 'application/json' });
  const { session_cookies, base_url } = stage.credentials;
  const member = { Cookie: session_cookies.member ?? '', Origin: base_url };
  const form = await (await open(`/d/${id}`, member)).text();
  const [, action = ''] = /action="([^"]+\/acknowledgement[^"]*)"/.exec(form) ?? [];
  expect((await open(action.replaceAll('&amp;', '&'), member, 'POST')).status).toBe(303);

  const messages = (await stage.takeMessages('events')).join();
  await stage.catchUp();
  const { items } = (await stage.call.listEvents({ query: { limit: '100' } })).body;
  const notified = items.filter(({ type }) => /viewed|downloaded|acknowledged/.test(type));
  expect(notified.map(({ type }) => type)).toEqual([
    'policy.acknowledged',
    'document.viewed',
    'document.viewed',
    'document.downloaded',
    'document.downloaded',
    'document.viewed',
  ]);
  for (const event of notified) {
    expect(messages).toContain(event.id);
    expect(event.data).toMatchObject({ id: event.id.replace('evt_', 'act_') });
  }
  expect(notified.map(({ actor }) => actor?.name ?? null)).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
    expect.any(String),
    null,
    expect.any(String),
  ]);
  const ofHidden = (await stage.table.events()).filter(({ body }) => body.includes(hidden.id));
  expect(ofHidden.every(({ visible_to }) => visible_to !== null)).toBe(true);
  expect((await readings(id)).map(({ type, policy_id }) => [type, policy_id])).toEqual([
    ['acknowledged', policy_id],
    ['refused', policy_id],
    ['viewed', null],
    ['downloaded', null],
    ['downloaded', null],
    ['viewed', null],
    ['viewed', null],
  ]);
});
