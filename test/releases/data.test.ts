import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { type DataDirectory, dataDirectoryOf } from './dataDirectory.ts';
import { expectRead } from './expectRead.ts';
import { changeAll } from './life.ts';
import { releases } from './release.ts';
import { ask, done } from './service.ts';

describe.for(releases())('the data of %s', (version) => {
  let data: DataDirectory;
  let service: RunningService;
  beforeAll(async () => {
    data = await dataDirectoryOf(version);
    service = await startService({ DATA_DIR: data.path, ...withoutRateLimits });
  });
  afterAll(async () => {
    await service?.stop();
    await data?.[Symbol.asyncDispose]();
  });

  test('has the requests counted that were made before', async () => {
    const { headers } = await ask(service, 'GET', '/v1/documents');
    const [limit, remaining] = ['Limit', 'Remaining'].map((name) =>
      Number(headers.get(`X-RateLimit-${name}`)),
    );
    expect(Number(limit) - Number(remaining)).toBeGreaterThan(data.release.unfinished.length);
  });

  test('reads as it did', () => expectRead(service, data.release.readings));

  test('goes on where it broke off', async () => {
    await service.invoke('sweepDue', {});
    for (const id of data.release.unfinished)
      await eventually(
        () => done(service, 'GET', `/v1/documents/${id}`),
        ({ processing_status }) => processing_status === 'ready',
      );
  });

  test('has its webhooks delivered, those included that had failed', async () => {
    const { unfinished, made } = data.release;
    for (const [path, ids] of [
      ['/working', unfinished],
      [
        '/failing',
        [...unfinished, ...made.filter(({ as }) => as === 'owner').map(({ document_id }) => document_id)],
      ],
    ] as const)
      await eventually(
        async () => {
          const bodies = data.receiver.received
            .filter((one) => one.path === path)
            .map(({ body }) => String(body));
          return ids.filter(
            (id) => !bodies.some((body) => body.includes('document.created') && body.includes(id)),
          );
        },
        (missing) => missing.length === 0,
      );
    expect(data.receiver.received.filter(({ path }) => path === '/disabled')).toEqual([]);
  });

  test('is changed by those who may', async () => {
    await changeAll(service, data.release.made, 'Changed by another release');
    for (const made of data.release.made) {
      const path = `/v1/documents/${made.document_id}`;
      expect(await done(service, 'GET', path, made)).toMatchObject({
        description: 'Changed by another release',
        processing_status: 'ready',
      });
    }
  });

  test('keeps people out who were shut out', async () => {
    const { status } = await ask(service, 'GET', '/v1/documents', {
      headers: { Authorization: `Bearer ${data.release.keyOfDisabled}` },
    });
    expect(status).toBe(401);
  });
});
