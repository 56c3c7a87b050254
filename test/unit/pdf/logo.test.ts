import { createCipheriv } from 'node:crypto';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedLogoMaxBytes } from '../../../shared/contract/limits.ts';
import { type LogoMaker, openLogoMaker } from '../../../shared/pdf/logo/logoMaker.ts';
import type { Picture } from '../../../shared/pdf/pictures/picture.ts';
import { startWebpDecoder } from '../../../shared/pdf/pictures/webpDecoder.ts';
import { compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import {
  makePng,
  orientedJpeg,
  type PngChunk,
  type PngOptions,
  sampleJpeg,
} from '../../support/files/pictures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

let make: LogoMaker;
let decode: (webp: Uint8Array) => Picture;
beforeAll(async () => {
  const { path: directory } = await temporaryDirectory();
  const { resolve } = createRequire(import.meta.url);
  for (const { file, from } of Object.values(wasmFiles)) await symlink(resolve(from), join(directory, file));
  make = await openLogoMaker(directory);
  decode = await startWebpDecoder(
    await compileWasm(await readFile(join(directory, wasmFiles.webpDecoder.file))),
  );
});

const typeOf = (file: Uint8Array) => (file[0] === 0xff ? 'image/jpeg' : 'image/png');
/** Returns the logo of a file, and the color of a pixel of it. */
async function made(file: Uint8Array, [x, y]: readonly [number, number] = [1, 1]) {
  const { webp, width, height } = await make(file, typeOf(file));
  const { rgba, ...size } = decode(webp);
  expect(size).toEqual({ width, height });
  return {
    size: [width, height],
    bytes: webp.length,
    pixel: [...rgba.subarray((y * width + x) * 4, (y * width + x + 1) * 4)],
  };
}

const passes = [
  [8, 8],
  [8, 8],
  [16, 8],
  [16, 16],
  [32, 16],
  [32, 32],
  [64, 32],
] as const;
const interlaced = Buffer.concat(
  passes.flatMap(([w, h]) => Array.from({ length: h }, () => Buffer.from([0, ...Array(w * 3).fill(200)]))),
);
const palette: PngChunk = ['PLTE', Buffer.from([9, 8, 7, 250, 128, 10])];
test.for<readonly [what: string, options: PngOptions, pixel: readonly number[]]>([
  ['of colors', { fill: 100 }, [100, 100, 100, 255]],
  ['of 16 bits', { depth: 16, fill: 200 }, [200, 200, 200, 255]],
  ['of a palette', { colorType: 3, depth: 2, fill: 0x55, before: [palette] }, [250, 128, 10, 255]],
  [
    'of a palette with opacity',
    { colorType: 3, fill: 1, before: [palette, ['tRNS', Buffer.from([255, 0])]] },
    [0, 0, 0, 0],
  ],
  ['with opacity', { colorType: 6, fill: 128 }, [128, 128, 128, 128]],
  ['with interlacing', { interlace: 1, rows: interlaced }, [200, 200, 200, 255]],
])('a PNG becomes a logo: %s', async ([, options, pixel]) => {
  const logo = await made(makePng(options));

  expect(logo.size).toEqual([64, 64]);
  for (const [at, channel] of pixel.entries())
    expect(Math.abs((logo.pixel[at] ?? 0) - channel)).toBeLessThan(2);
});

describe('a JPEG becomes a logo', () => {
  test.for(['baseline', 'progressive', 'inks'] as const)('%s', async (kind) => {
    const [[red = 0, , blue = 0], square] = [
      (await made(sampleJpeg(kind), [80, 50])).pixel,
      await made(sampleJpeg(kind)),
    ];

    expect(square.size).toEqual([96, 64]);
    expect(red).toBeGreaterThan(blue + 80);
    expect(square.pixel[2]).toBeGreaterThan((square.pixel[0] ?? 0) + 60);
  });

  // The corner of the blue square, by the orientation (Exif 3.0, 4.6.5).
  test.for([
    [1, 96, 1, 1],
    [3, 96, 94, 62],
    [6, 64, 62, 1],
    [8, 64, 1, 94],
  ] as const)('turned as its orientation %i says', async ([orientation, width, x, y]) => {
    const { size, pixel } = await made(orientedJpeg(orientation), [x, y]);

    expect(size[0]).toBe(width);
    expect(pixel[2]).toBeGreaterThan((pixel[0] ?? 0) + 60);
  });
});

test('a picture that cannot be compressed becomes smaller, and has at most 40 kB', async () => {
  const rowBytes = 1 + 256 * 3;
  const keystream = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(256 * rowBytes),
  );
  const noise = keystream.map((byte, at) => (at % rowBytes === 0 ? 0 : byte));

  const { size, bytes } = await made(makePng({ width: 256, height: 256, rows: noise }));

  expect(bytes).toBeLessThanOrEqual(storedLogoMaxBytes);
  expect(size[0]).toBe(size[1]);
  expect(size[0]).toBeLessThanOrEqual(256);
});

// Threat: A picture sent as a logo takes much memory or computing time, or attacks its viewers
describe('a file is refused', () => {
  const jpeg = sampleJpeg('baseline');
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from('ffda', 'hex')), -2);
  test.for<readonly [what: string, file: Uint8Array, message: RegExp, type?: string]>([
    ['too narrow', makePng({ width: 63 }), /64 to 1024 pixels a side\. This one has 63 by 64/],
    ['too high', makePng({ height: 1025 }), /has 64 by 1025/],
    ['too large', makePng({ width: 0x7fffffff, height: 0x7fffffff, rows: Buffer.alloc(1) }), /2147483647/],
    ['with more pixels than it says', makePng({ rows: Buffer.alloc(20_000_000) }), /PNG picture/],
    ['of an unknown depth', makePng({ depth: 3 }), /PNG picture/],
    [
      'JPEG with a thousand scans',
      Buffer.concat([jpeg.subarray(0, -2), ...Array(1000).fill(scan), jpeg.subarray(-2)]),
      /100 scans/,
    ],
    ['JPEG without an end', jpeg.subarray(0, -2), /JPEG picture/],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG picture$/],
    ['a PDF', Buffer.from('%PDF-1.7'), /PNG or JPEG picture$/],
    ['a JPEG that says it is a PNG', jpeg, /is a JPEG picture, but Content-Type is image\/png/, 'image/png'],
  ])('%s', async ([, file, message, type = typeOf(file)]) => {
    await expect(make(file, type)).rejects.toThrow(message);
    await expect(make(file, type)).rejects.toMatchObject({ name: 'UnfitPictureError' });
  });

  test('cut off anywhere, and bytes of nothing', async () => {
    const files = [makePng({ fill: 33 }), sampleJpeg('progressive'), orientedJpeg(6)];
    const cut = fc.record({
      file: fc.constantFrom(...files),
      share: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(cut, async ({ file, share }) => {
        await expect(
          make(file.subarray(0, Math.floor(file.length * share)), typeOf(file)),
        ).rejects.toMatchObject({ name: 'UnfitPictureError' });
      }),
      { numRuns: 20 },
    );
  });
});
