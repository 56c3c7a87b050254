import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { expectRead } from './expectRead.ts';
import { live, type Made, type Reading } from './life.ts';
import { readAll } from './readings.ts';
import { lastRelease } from './release.ts';
import type { Service } from './service.ts';
import { Stage } from './stage.ts';
import { visit } from './visit.ts';

const last = lastRelease();
const nothing = { versions: 0, events: 0, lanes: 0, places: 0 };

const isWorker = (name: string): boolean => name.startsWith('Workers/');

/** In milliseconds; ordinarily a test takes 10 seconds. */
const timeout = 300_000;

describe(`during an update from ${last}`, { timeout }, () => {
  let stage: Stage;
  let made: readonly Made[];
  let readings: readonly Reading[];
  beforeAll(async () => {
    stage = await Stage.of(last);
    ({ made, readings } = stage.data.release);
  }, timeout);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  test.for([
    ['workers', isWorker],
    ['an API', (name: string) => !isWorker(name)],
    ['every other function', (_: string, index: number) => index % 2 === 0],
    ['the others', (_: string, index: number) => index % 2 === 1],
  ] as const)(`works with %s of ${last}`, async ([what, isMeant]) => {
    await using service = await stage.host(stage.functionsBefore.filter(isMeant));
    await expectRead(service, readings);

    made = await live(service, `With ${what}`, made.slice(0, 2));

    expect(await stage.settle(service)).toEqual(nothing);
    expectTold(made);
    await expectShown(service, made);
    readings = await readAll(service, made);
    expect(stage.complaints()).toEqual([]);
  });

  /** The owner's endpoint is told of all that the owner may read. */
  function expectTold(of: readonly Made[]): void {
    const told = stage.data.receiver.received
      .filter(({ path }) => path === '/working')
      .map(({ body }) => String(body))
      .filter((body) => body.includes('document.created'));
    const readable = of.filter(({ as }) => ['owner', 'admin', 'service_account'].includes(as));
    for (const { document_id } of readable) expect(told).toContainEqual(expect.stringContaining(document_id));
  }

  async function expectShown(service: Service, [first]: readonly Made[]): Promise<void> {
    const page = await visit(service, `/d/${first?.document_id}`, people.member.email);
    expect(page).toContain(', changed');
  }
});
