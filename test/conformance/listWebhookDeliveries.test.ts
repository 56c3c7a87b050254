import { beforeAll, describe, expect, test } from 'vitest';
import type { WebhookDelivery } from '../../shared/contract/resources/webhook.ts';
import { call } from '../support/documents.ts';
import { deliveriesOf, endpointThatMissed, newEndpoint, type StagedEndpoint } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';

let endpoint: StagedEndpoint;
let all: WebhookDelivery[];
beforeAll(async () => {
  endpoint = await endpointThatMissed(3);
  all = await deliveriesOf(endpoint);
});

const ask = (query: Readonly<Record<string, string>>) =>
  call.listWebhookDeliveries({ ...endpoint.as, path: endpoint.path, query });

describe('deliveries', () => {
  test('are listed newest event first', () => {
    expect(all).toHaveLength(3);
    for (const delivery of all)
      expect(delivery).toEqual({
        event_id: expect.stringMatching(/^evt_/),
        type: 'webhook.disabled',
        status: 'skipped',
        created_at: expect.any(String),
        next_attempt_at: null,
        attempts: [],
      });
    const ids = all.map(({ event_id }) => event_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test.for(['', 'skipped'])('can be listed in pages, also with the status %j', async (status) => {
    const query = status === '' ? {} : { status };
    const first = (await ask({ ...query, limit: '2' })).body;
    expect(first).toMatchObject({ items: all.slice(0, 2), pagination: { has_more: true } });

    const second = await ask({ ...query, limit: '2', cursor: first.pagination.next_cursor });

    expect(second.body).toEqual({ items: all.slice(2), pagination: { next_cursor: '', has_more: false } });
  });

  test.for(['pending', 'succeeded', 'failed'])('with the status %s are an empty list', async (status) => {
    expect((await ask({ status })).body).toEqual({
      items: [],
      pagination: { next_cursor: '', has_more: false },
    });
  });

  test('are listed since a time', async () => {
    const since = all[1]?.created_at ?? '';

    for (const query of [{ since }, { since, status: 'skipped' }])
      expect((await ask(query)).body.items).toEqual(all.slice(0, 2));
    expect((await ask({ since: '2040-01-01T00:00:00Z' })).body.items).toEqual([]);
  });

  test('are not listed by the cursor of another list', async () => {
    const { next_cursor } = (await ask({ limit: '1' })).body.pagination;
    const other = await newEndpoint();

    expect(await ask({ limit: '1', status: 'skipped', cursor: next_cursor })).toMatchObject(problem(400));
    const query = { cursor: next_cursor };
    expect(await call.listWebhookDeliveries({ ...other.as, path: other.path, query })).toMatchObject(
      problem(400),
    );
  });
});
