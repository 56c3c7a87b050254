import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRead } from './expectRead.ts';
import { live, type Reading } from './life.ts';
import { leaveUndone, liveOn, type Newer, names, organizationName } from './newer.ts';
import { readAll } from './readings.ts';
import { lastRelease } from './release.ts';
import { expectRulesAgain, expectWithoutRules, liveByRules, type Ruled } from './ruled.ts';
import { ask, done, type Service } from './service.ts';
import { Stage } from './stage.ts';

const last = lastRelease();
const nothing = { versions: 0, events: 0, lanes: 0, places: 0 };

/** In milliseconds; ordinarily a test takes 15 seconds. */
const timeout = 300_000;

describe(`a return to ${last}`, { timeout }, () => {
  let stage: Stage;
  let newer: Newer;
  let ruled: Ruled;
  let readings: readonly Reading[];
  beforeAll(async () => {
    stage = await Stage.of(last);
  }, timeout);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  test('comes after a while, in the middle of everything', async () => {
    await using service = await stage.host([]);
    newer = await liveOn(service, (path) => `https://localhost:${stage.data.receiver.port}/${path}`);
    ruled = await liveByRules(service);
    expect(await stage.settle(service)).toEqual(nothing);
    await endRestoring(newer.removed.document_id);
    readings = await readAll(service, [...newer.documents, newer.deleted, newer.removed]);
    const undone = await leaveUndone(service);
    newer = { ...newer, documents: [...newer.documents, ...undone] };
    await service.stop();
    expect(stage.complaints()).toEqual([]);
  });

  test('finds all that it knows, goes on with it, and leaves the rest alone', async () => {
    await using service = await stage.hostBefore();
    expect(await stage.settle(service)).toEqual(nothing);
    await expectRead(service, readings);
    expect(await policyNames(service)).toEqual([names.ofThen, names.archived]);
    await expectAccess(service);

    await expectWithoutRules(service, ruled);

    const others = [...newer.documents, ...Object.values(ruled.documents)];
    const made = await live(service, `Back in ${last}`, others);

    expect(await stage.settle(service)).toEqual(nothing);
    readings = await readAll(service, [...made, ...newer.documents, newer.deleted]);
    expect(stage.complaints().filter((line) => !line.includes('an item of unknown kind is due'))).toEqual([]);
  });

  test('ends with this release, which finds all that it knows', async () => {
    await using service = await stage.host([]);
    expect(await stage.settle(service)).toEqual(nothing);
    await expectRead(service, readings);
    expect(await policyNames(service)).toEqual([names.ofNow, names.archived]);
    await expectAccess(service);
    expect(await done(service, 'GET', '/v1/organization')).toMatchObject({ name: organizationName });
    for (const [id, disabled_reason] of [
      [newer.endpoints.paused, 'request'],
      [newer.endpoints.rotated, null],
    ] as const)
      expect(await done(service, 'GET', `/v1/webhooks/${id}`)).toMatchObject({ disabled_reason });

    const { document_id } = newer.deleted;
    await done(service, 'POST', `/v1/documents/${document_id}/restore`);

    expect(await done(service, 'GET', `/v1/documents/${document_id}`)).toMatchObject({ title: 'Deleted' });
    expect(await keysOf(newer.removed.document_id)).toEqual([]);
    await expectRulesAgain(service, ruled);
    expect(stage.complaints()).toEqual([]);
  });

  const keysOf = (documentId: string) =>
    stage.stored(async (table) => {
      const pk = documentId.replace('doc_', 'DOC#');
      return (await table.everything()).filter((item) => item.pk === pk).map(({ sk }) => sk);
    });

  /** Has the time be over in which a document can be restored. */
  const endRestoring = (documentId: string) =>
    stage.stored(async (table) => {
      const key = { pk: documentId.replace('doc_', 'DOC#'), sk: 'DELETED' };
      for (const name of ['due_at_ms', 'restorable_until_ms']) await table.set(key, name, 1);
    });

  async function policyNames(service: Service): Promise<string[]> {
    const { items } = await done(service, 'GET', `/v1/documents/${newer.governed.document_id}/policies`);
    return items.map(({ policy }: { readonly policy: { readonly name: string } }) => policy.name).sort();
  }

  /** Whoever left, and whoever is where nobody is any more, sees nothing there; a key works that was not ended. */
  async function expectAccess(service: Service): Promise<void> {
    const [shared] = newer.documents;
    for (const [headers, id] of [
      [newer.leaver, shared?.document_id],
      [newer.guest, newer.abandoned],
    ] as const)
      for (const path of [`/v1/documents/${id}`, `/d/${id}`])
        expect([403, 404], path).toContain((await ask(service, 'GET', path, { as: null, headers })).status);
    const list = (headers: Readonly<Record<string, string>>) =>
      ask(service, 'GET', '/v1/documents', { as: null, headers });
    expect((await list(newer.keys.working)).status).toBe(200);
    expect((await list(newer.keys.ended)).status).toBe(401);
  }
});
