import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accept,
  batchIn,
  numbersIn,
  secondsOfReaderMax,
  secondsOfViewMax,
  storedNumbers,
  storedViews,
  sumOf,
  type Times,
  viewsIn,
  within,
} from '../../../shared/data/reading/times.ts';

/** Names of views that began later than the view `own`. */
const later = (count: number) => Array.from({ length: count }, (_, index) => `z${count - index}`);

describe('a batch', () => {
  test.for([
    [
      '1:12,3:48',
      [
        [1, 12],
        [3, 48],
      ],
    ],
    ['2000:0', [[2000, 0]]],
    ['0:1', undefined],
    ['1:1,1:1', undefined],
    ['1:-1', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)('%s is read as %j', ([text, pages]) => {
    const batch = batchIn(text);
    expect(batch && [...batch]).toEqual(pages);
  });

  test.for([
    // the view began 60 s ago, and nothing was accepted
    [undefined, { 1: 60 }, 60, { 1: 60 }],
    [undefined, { 1: 90 }, 60, { 1: 60 }],
    [undefined, { 1: 60, 2: 60 }, 60, { 1: 30, 2: 30 }],
    [undefined, { 1: 2, 2: 2, 3: 2 }, 4, { 1: 2, 2: 1, 3: 1 }],
    [undefined, { 1: 1 }, 0.9, {}],
    // a batch of another tab came 10 s ago
    [{ views: ['other'], told: 50_000 }, { 1: 60 }, 60, { 1: 10 }],
    // the page has nearly its hour in this view, in another one, and nearly all that can be stored
    [{ views: ['own'], of: { 1: secondsOfViewMax - 5 } }, { 1: 60 }, 60, { 1: 5 }],
    [{ views: ['other', 'own'], of: { 1: secondsOfViewMax - 5 } }, { 1: 60 }, 60, { 1: 5 }],
    [{ views: ['own'], rest: secondsOfViewMax - 5 }, { 1: 60 }, 60, { 1: 5 }],
    [{ views: ['other'], of: { 1: secondsOfViewMax - 5 } }, { 1: 60 }, 60, { 1: 60 }],
    [{ views: ['other'], seconds: [secondsOfReaderMax - 5] }, { 1: 60 }, 60, { 1: 5 }],
    // eight later views are kept, so this one may have had all seconds of the page; an earlier view than this one is no doubt
    [{ views: later(8), seconds: [secondsOfViewMax - 5] }, { 1: 60, 2: 60 }, 60, { 1: 5, 2: 55 }],
    [{ views: later(7), seconds: [secondsOfViewMax - 5] }, { 1: 60 }, 60, { 1: 60 }],
    [{ views: [...later(7), 'earlier'], seconds: [secondsOfViewMax - 5] }, { 1: 60 }, 60, { 1: 60 }],
  ] as const)('after %j, %j at %d s is accepted as %j', ([before, batch, seconds, accepted]) => {
    const times = before && stored(before);
    const outcome = accept(times, { view: 'own', begun: 0, now: seconds * 1000, batch: mapOf(batch) });
    expect(Object.fromEntries(outcome.accepted)).toEqual(accepted);
  });
});

const mapOf = (pages: Readonly<Record<number, number>>) =>
  new Map(Object.entries(pages).map(([page, seconds]) => [Number(page), seconds]));
interface Before {
  readonly told?: number;
  readonly seconds?: readonly number[];
  readonly views: readonly string[];
  readonly of?: Readonly<Record<number, number>>;
  readonly rest?: number;
}
const stored = ({ told = 0, seconds = [], views, of = {}, rest = 0 }: Before): Times => ({
  told,
  seconds,
  views: views.map((view) => ({ view, rest, pages: mapOf(of) })),
});

test('however many views take turns, a page gets no more than an hour in each', () => {
  const hour = 3_600_000;
  const message = fc.record({
    view: fc.integer({ min: 10, max: 29 }),
    after: fc.constantFrom(5000, 600_000, hour),
    batch: fc
      .array(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.constantFrom(30, 2000, 3600)), { maxLength: 25 })
      .map((pairs) => new Map(pairs)),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      let times: Times | undefined;
      let now = 0;
      const sums = new Map<string, number>();
      for (const { view, after, batch } of messages) {
        now += after;
        const { accepted, after: next } = accept(times, { view: `act_${view}`, begun: 0, now, batch });
        times = { ...next, views: viewsIn(storedViews(next.views)) };
        expect(times).toEqual(next);
        for (const [page, seconds] of accepted) {
          const sum = (sums.get(`${view} ${page}`) ?? 0) + seconds;
          sums.set(`${view} ${page}`, sum);
          expect(sum).toBeLessThanOrEqual(secondsOfViewMax);
        }
      }
    }),
    { numRuns: 60 },
  );
});

const anyBatch = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 5000 })), { maxLength: 120 })
  .map((pairs) => new Map(pairs));

test('whatever tabs report, and whenever, all pages never get more than the time that passed', () => {
  const message = fc.record({
    view: fc.constantFrom('one', 'two', 'three'),
    after: fc.integer({ min: -500, max: 90_000 }),
    batch: anyBatch,
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      let times: Times | undefined;
      let now = 0;
      let latest = 0;
      for (const { view, after, batch } of messages) {
        now += after;
        latest = Math.max(latest, now);
        const { accepted, after: next } = accept(times, { view, begun: 0, now, batch });
        expect(sumOf(accepted)).toBe(
          next.seconds.reduce((sum, one) => sum + one, 0) -
            (times?.seconds ?? []).reduce((sum, one) => sum + one, 0),
        );
        for (const [page, seconds] of accepted) expect(seconds).toBeLessThanOrEqual(batch.get(page) ?? 0);
        times = next;
        expect(1000 * next.seconds.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(latest);
      }
    }),
  );
});

test('the accepted part of a batch has the whole sum, and each page its part within a second', () => {
  fc.assert(
    fc.property(anyBatch, fc.nat(100_000), (batch, most) => {
      const accepted = within(batch, most);
      const sum = sumOf(batch);
      expect(sumOf(accepted)).toBe(Math.min(sum, most));
      for (const [page, seconds] of batch)
        expect(Math.abs((accepted.get(page) ?? 0) - seconds * Math.min(1, most / (sum || 1)))).toBeLessThan(
          1 + 1e-6,
        );
    }),
  );
});

test('stored numbers are read as they were, in two bytes each', () => {
  const number = fc.integer({ min: 0, max: secondsOfReaderMax });
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      const text = storedNumbers(numbers);
      expect(Buffer.byteLength(text)).toBe(2 * numbers.length);
      expect(numbersIn(text)).toEqual(numbers);
    }),
  );
  expect(viewsIn(storedViews([]))).toEqual([]);
});
