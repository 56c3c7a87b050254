import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { eventually } from '../support/eventually.ts';
import { followToProvider, Person } from '../support/person.ts';
import { comparable, readAgain, readAll } from './readings.ts';
import { lastRelease, releases } from './release.ts';
import { ask, done, type Service } from './service.ts';
import { Stage } from './stage.ts';
import { changeAll, type Made, type Reading, useService } from './useService.ts';

const last = lastRelease();
const nothing = { versions: 0, events: 0, lanes: 0, places: 0 };

const isWorker = (name: string): boolean => name.startsWith('Workers/');
/** Mixtures of the last release and the current code: each selects the Lambda functions of the last release. */
const mixtures: readonly [what: string, isOfLast: (name: string, index: number) => boolean][] = [
  ['workers', isWorker],
  ['every other function', (_, index) => index % 2 === 0],
];

/** In milliseconds. A test usually takes 10 to 15 seconds. */
const timeout = 300_000;

describe.for(releases())('data of %s', { timeout }, (version) => {
  let stage: Stage;
  let made: readonly Made[];
  let readings: readonly Reading[];
  beforeAll(async () => {
    stage = await Stage.of(version);
    ({ made, readings } = stage.release);
  }, timeout);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  test('is readable as before, its unfinished work continues, and its people can change it', async () => {
    await using service = await stage.hostNow();
    const { unfinished, keyOfDisabled } = stage.release;
    const counted = await ask(service, 'GET', '/v1/documents');
    const [limit, remaining] = ['Limit', 'Remaining'].map((name) =>
      Number(counted.headers.get(`X-RateLimit-${name}`)),
    );
    // This request counts too. Before the data was packed, the release had counted other requests of this minute.
    expect(Number(limit) - Number(remaining)).toBeGreaterThan(1);
    await expectRead(service);

    await service.invoke('sweepDue', {});

    for (const id of unfinished)
      await eventually(
        () => done(service, 'GET', `/v1/documents/${id}`),
        ({ processing_status }) => processing_status === 'ready',
      );
    const ofOwner = made.filter(({ as }) => as === 'owner').map(({ document_id }) => document_id);
    await expectCreated('/working', unfinished);
    await expectCreated('/failing', [...unfinished, ...ofOwner]);
    expect(stage.receiver.received.filter(({ path }) => path === '/disabled')).toEqual([]);
    await changeAll(service, made, 'Changed by another release');
    for (const one of made)
      expect(await done(service, 'GET', `/v1/documents/${one.document_id}`, one)).toMatchObject({
        description: 'Changed by another release',
        processing_status: 'ready',
      });
    const headers = { Authorization: `Bearer ${keyOfDisabled}` };
    expect((await ask(service, 'GET', '/v1/documents', { headers })).status).toBe(401);
    readings = await readAll(service, made);
  });

  describe.runIf(version === last)('during an update or a rollback', () => {
    test('works with all of the release before', async () => {
      await using service = await stage.hostBefore();
      await goesOn(service, 'all of it');
    });

    // The first of these reads and changes what the release before has changed as a whole.
    test.for(mixtures)('works with %s of the release before', async ([what, isMeant]) => {
      await using service = await stage.host(stage.functionsBefore.filter(isMeant));
      await goesOn(service, what);
    });
  });

  /** Reads the earlier data, makes and changes documents, and expects that no work is left. */
  async function goesOn(service: Service & Parameters<Stage['settle']>[0], what: string): Promise<void> {
    await expectRead(service);

    made = await useService(service, `With ${what}`, made.slice(0, 2));

    expect(await stage.settle(service)).toEqual(nothing);
    const readable = made.filter(({ as }) => ['owner', 'admin', 'service_account'].includes(as));
    await expectCreated(
      '/working',
      readable.map(({ document_id }) => document_id),
    );
    const page = await visit(service, `/d/${made[0]?.document_id}`, people.member.email);
    expect(page).toContain(', changed');
    readings = await readAll(service, made);
    expect(stage.complaints()).toEqual([]);
  }

  /** Expects that an endpoint receives, or has received, the event of creation for each of these documents. */
  async function expectCreated(path: string, ids: readonly string[]): Promise<void> {
    await eventually(
      async () => {
        const bodies = stage.receiver.received
          .filter((one) => one.path === path)
          .map(({ body }) => String(body))
          .filter((body) => body.includes('document.created'));
        return ids.filter((id) => !bodies.some((body) => body.includes(id)));
      },
      (missing) => missing.length === 0,
    );
  }

  /** Expects that everybody reads the same as before. Lists may have more entries. */
  async function expectRead(service: Service): Promise<void> {
    expect(readings.length).toBeGreaterThan(0);
    const again = await readAgain(service, readings);
    for (const [index, { entries, ...reading }] of readings.entries()) {
      const { entries: found, ...now } = again[index] ?? {};
      const about = `${reading.path}, read by ${reading.as}`;
      expect(now, about).toEqual(reading);
      if (entries) expect(comparable(found), about).toEqual(expect.arrayContaining(comparable(entries)));
    }
  }
});

/** Opens a page as a person, signs in, and signs out. Returns what the person saw. */
async function visit({ credentials: { base_url } }: Service, path: string, email: string): Promise<string> {
  const person = new Person();
  const asked = await followToProvider(person, await person.go(base_url + path));
  const { text } = await person.follow(await person.submit(asked.url, { email }));
  await person.go(`${base_url}/logout`, { method: 'POST', headers: { Origin: base_url } });
  return text;
}
