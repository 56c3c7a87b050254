import { describe, expect, test } from 'vitest';
import { documentId } from '../../../shared/contract/identifiers.ts';
import {
  type Frame,
  followedBy,
  fromShown,
  type Matrix,
  placements,
  shownSize,
} from '../../../shared/pdf/watermark/placements.ts';
import { drawWatermark, drawWatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { compact, fontsOfTests, readText } from '../../support/files/pdfPages.ts';

const document = documentId.parse('doc_01kahz5w3n8r2y7v6b9c0d1e2f');
const shownAt = '2026-11-22T22:05:59Z';
const block = { width: 26, height: 2.8 };

describe('the position', () => {
  test.for([
    ['A4', 595, 842],
    ['landscape', 842, 595],
    ['as large as PDF allows', 14_400, 14_400],
  ] as const)('%s has several watermarks, one of them complete', ([, width, height]) => {
    const placed = placements({ width, height }, block);

    expect(placed.length).toBeGreaterThanOrEqual(1);
    expect(placed.length).toBeLessThan(40);
    const isWhole = placed.some((matrix) =>
      cornersOf(matrix).every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height),
    );
    expect(isWhole).toBe(true);
  });

  test.for([0, 1, 2, 3])(
    'after %i quarter turns it is upright for the reader, and runs upwards',
    (quarterTurns) => {
      const frame: Frame = { left: -100, bottom: 40, right: 200, top: 640, quarterTurns };
      const shown = shownSize(frame);

      const [corner, opposite] = [
        fromShown(frame),
        followedBy([1, 0, 0, 1, shown.width, shown.height], fromShown(frame)),
      ];

      const xs = [corner[4], opposite[4]].sort((one, other) => one - other);
      const ys = [corner[5], opposite[5]].sort((one, other) => one - other);
      expect([xs, ys]).toEqual([
        [-100, 200],
        [40, 640],
      ]);
      // A viewer turns the page clockwise. After these turns, the lines run from left to right.
      const [a, b] = fromShown(frame);
      const turned = Array.from({ length: quarterTurns }).reduce<readonly [number, number]>(
        ([x, y]) => [y, -x],
        [a, b],
      );
      expect(turned.map((value) => value + 0)).toEqual([1, 0]);
    },
  );
});

const fonts = fontsOfTests();

test.for([
  ['Latin', 'Olivia Owner · olivia@example.com'],
  ['Arabic', 'ليلى الحسن'],
  ['a long address', `${'long.'.repeat(40)}@example.com`],
] as const)('the text in %s has the reader, the time in UTC, and the document', async ([, reader]) => {
  const shown = { reader, shownAt, documentId: document };
  const page = await drawWatermark(shown, { width: 595, height: 842 }, fonts);
  const once = await drawWatermarkBlock(shown, fonts);

  for (const pdf of [page, once.pdf]) {
    const text = compact((await readText(pdf)).map((part) => part.text).join(''));
    expect(text).toContain(compact(reader));
    expect(text).toContain(compact(`2026-11-22 22:05 UTC · ${document}`));
  }
  expect(await drawWatermarkBlock(shown, fonts)).toEqual(once);
});

const cornersOf = ([a, b, c, d, e, f]: Matrix): [number, number][] =>
  [0, block.width].flatMap((x) =>
    [0, block.height].map((y): [number, number] => [a * x + c * y + e, b * x + d * y + f]),
  );
