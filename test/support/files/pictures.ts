import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG, by its type and its data. */
export type PngChunk = readonly [type: string, data: Uint8Array];

export interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Default: 8 */
  readonly depth?: number;
  /** Default: 2, red, green and blue */
  readonly colorType?: number;
  readonly interlace?: number;
  /** The filtered rows. Default: as many bytes of `fill` as a picture that is not interlaced has */
  readonly rows?: Uint8Array;
  readonly fill?: number;
  /** Chunks between the header and the pixels. */
  readonly before?: readonly PngChunk[];
  /** Default: the compressed rows, and the end */
  readonly after?: readonly PngChunk[];
}

const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns a PNG. By default it has 64 by 64 pixels of one color. */
export function makePng(options: PngOptions = {}): Uint8Array<ArrayBuffer> {
  const { width = 64, height = 64, depth = 8, colorType = 2, interlace = 0, fill = 0 } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const rowBytes = 1 + Math.ceil((width * depth * (samples[colorType] ?? 1)) / 8);
  const rows =
    options.rows ?? Buffer.alloc(rowBytes * height, fill).map((byte, at) => (at % rowBytes === 0 ? 0 : byte));
  const {
    before = [],
    after = [
      ['IDAT', deflateSync(rows)],
      ['IEND', Buffer.alloc(0)],
    ] as const,
  } = options;
  const chunks = [['IHDR', header], ...before, ...after] as readonly PngChunk[];
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(chunk)]));
}

function chunk([type, data]: PngChunk): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/**
 * Returns a JPEG of 96 by 64 pixels: red, with a blue square of 32 pixels at the top left. ImageMagick wrote it. `inks`: in the inks of print
 * (CMYK), as programs of Adobe write it
 */
export const sampleJpeg = (kind: 'baseline' | 'progressive' | 'inks'): Buffer<ArrayBuffer> =>
  readFileSync(new URL(`../../fixtures/pictures/${kind}.jpg`, import.meta.url));

/** Returns a JPEG whose Exif data give it an orientation, from 1 to 8. */
export function orientedJpeg(orientation: number): Buffer<ArrayBuffer> {
  const tiff = Buffer.from('4d4d002a0000000800010112000300000001000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.alloc(4)]);
  const jpeg = sampleJpeg('baseline');
  const segment = Buffer.from([0xff, 0xe1, 0, data.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, data, jpeg.subarray(2)]);
}
