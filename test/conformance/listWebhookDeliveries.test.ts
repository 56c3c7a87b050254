import { beforeAll, describe, expect, test } from 'vitest';
import type { WebhookDelivery } from '../../shared/contract/resources/webhook.ts';
import { call } from '../support/documents.ts';
import {
  deliveriesOf,
  endpointThatMissed,
  newEndpoint,
  type StagedEndpoint,
  update,
} from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';

const noMore = { next_cursor: '', has_more: false };
let endpoint: StagedEndpoint;
let all: WebhookDelivery[];
beforeAll(async () => {
  endpoint = await endpointThatMissed(3);
  all = await deliveriesOf(endpoint);
});

const ask = (query: Readonly<Record<string, string>>) =>
  call.listWebhookDeliveries({ ...endpoint.as, path: endpoint.path, query });
const resend = (event_id = '', { as, path } = endpoint) =>
  call.resendWebhookDelivery({ ...as, path: { ...path, event_id } });
const resendSince = (json: object) =>
  call.resendWebhookDeliveries({ ...endpoint.as, path: endpoint.path, json });

describe('deliveries', () => {
  test('are listed newest event first, in pages, by status and since a time', async () => {
    expect(all).toEqual(
      Array(3).fill({
        event_id: expect.stringMatching(/^evt_/),
        type: 'webhook.disabled',
        status: 'skipped',
        created_at: expect.any(String),
        next_attempt_at: null,
        attempts: [],
      }),
    );
    const ids = all.map(({ event_id }) => event_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const since = all[1]?.created_at ?? '';
    for (const status of [{}, { status: 'skipped' }]) {
      const first = (await ask({ ...status, limit: '2' })).body;
      expect(first).toMatchObject({ items: all.slice(0, 2), pagination: { has_more: true } });
      const second = await ask({ ...status, limit: '2', cursor: first.pagination.next_cursor });
      expect(second.body).toEqual({ items: all.slice(2), pagination: noMore });
      expect((await ask({ ...status, since })).body.items).toEqual(all.slice(0, 2));
    }
    for (const query of [{ status: 'pending' }, { status: 'failed' }, { since: '2040-01-01T00:00:00Z' }])
      expect((await ask(query)).body).toEqual({ items: [], pagination: noMore });
  });

  test('are not listed by the cursor of another list', async () => {
    const { next_cursor: cursor } = (await ask({ limit: '1' })).body.pagination;
    const other = await newEndpoint();

    expect(await ask({ limit: '1', status: 'skipped', cursor })).toMatchObject(problem(400));
    expect(
      await call.listWebhookDeliveries({ ...other.as, path: other.path, query: { cursor } }),
    ).toMatchObject(problem(400));
    // Nor are they resent by another endpoint.
    for (const event_id of [all[0]?.event_id, `evt_${'0'.repeat(26)}`])
      expect(await resend(event_id, other)).toMatchObject(problem(404));
  });

  test('are resent once for many requests, and not to a disabled endpoint', async () => {
    const since = new Date(Date.now() - 60 * 60_000).toISOString();
    const [newest, , oldest] = all;
    await update(endpoint, { enabled: false });
    for (const answer of [await resend(oldest?.event_id), await resendSince({ since })]) {
      expect(answer).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
      expect(answer.headers.get('x-error-code')).toBe('endpoint_disabled');
    }
    expect(await deliveriesOf(endpoint)).toEqual(all);
    await update(endpoint, { enabled: true });

    for (let times = 0; times < 2; times++)
      expect(await resend(oldest?.event_id)).toMatchObject({
        status: 200,
        body: { event_id: oldest?.event_id, status: 'pending', next_attempt_at: expect.any(String) },
      });
    expect(await deliveriesOf(endpoint)).toMatchObject([...all.slice(0, 2), { status: 'pending' }]);
    const counts = async (json: object) => {
      const { body } = await resendSince(json);
      return [body.resent_deliveries, body.already_pending_deliveries, body.next_since];
    };
    expect(await counts({ since: newest?.created_at })).toEqual([1, 0, null]);
    expect(await counts({ since })).toEqual([1, expect.any(Number), null]);
    expect(await counts({ since, all: true })).toEqual([0, 3, null]);
    const later = '2040-01-01T00:00:00Z';
    expect(await resendSince({ since: later })).toMatchObject(problem(422, ['body.since', later]));
  });
});
