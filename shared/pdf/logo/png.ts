import { crc32, inflateSync } from 'node:zlib';
import { orientationIn } from './exif.ts';
import { type PictureHeader, unreadable } from './unfitPicture.ts';

/** PNG, third edition (W3C), sections 5 and 11. */
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** A chunk has its length and its type before its data, and a checksum after it. */
const aroundData = 12;
/** The bit depths and the samples of a pixel, by color type. */
const colorTypes: Readonly<Record<number, { readonly depths: readonly number[]; readonly samples: number }>> =
  {
    0: { depths: [1, 2, 4, 8, 16], samples: 1 },
    2: { depths: [8, 16], samples: 3 },
    3: { depths: [1, 2, 4, 8], samples: 1 },
    4: { depths: [8, 16], samples: 2 },
    6: { depths: [8, 16], samples: 4 },
  };
const paletteType = 3;
/** The passes of an interlaced picture: the first pixel and the distance of pixels, across and down (section 8.1). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const whole = [[0, 0, 1, 1]] as const;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** The chunk as it stands in the file. */
  readonly bytes: Buffer;
}

export const isPng = (file: Uint8Array): boolean => signature.equals(file.subarray(0, signature.length));

interface PngHeader extends PictureHeader {
  readonly depth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

/** Reads the first chunk. Throws an UnfitPictureError if it is not a PNG's. */
export function pngHeader(file: Uint8Array): PngHeader {
  const [first] = chunksOf(file);
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw unreadable('PNG');
  const [depth = 0, colorType = -1, compression, filter, interlace = -1] = first.data.subarray(8);
  const isKnown =
    colorTypes[colorType]?.depths.includes(depth) &&
    compression === 0 &&
    filter === 0 &&
    [0, 1].includes(interlace);
  if (!isKnown) throw unreadable('PNG');
  return {
    width: first.data.readUInt32BE(0),
    height: first.data.readUInt32BE(4),
    orientation: 1,
    depth,
    colorType,
    isInterlaced: interlace === 1,
  };
}

/**
 * Returns a PNG with the header, the colors and the pixels of the first picture only, and its orientation. Every chunk is whole, and
 * the pixels are as many as the header says, so decoding takes the memory that the header tells. Throws an UnfitPictureError otherwise.
 */
export function checkedPng(file: Uint8Array): { readonly png: Uint8Array; readonly orientation: number } {
  const header = pngHeader(file);
  const chunks = [...chunksOf(file)];
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type);
  const [palette, pixels] = [of('PLTE'), of('IDAT')];
  const colors = palette[0]?.data.length ?? 0;
  const isPaletteRight =
    palette.length <= 1 &&
    colors % 3 === 0 &&
    colors <= 768 &&
    (colors > 0 || header.colorType !== paletteType);
  if (!isPaletteRight || of('tRNS').length > 1 || chunks.at(-1)?.type !== 'IEND') throw unreadable('PNG');
  const needed = rawBytes(header);
  const raw = inflated(Buffer.concat(pixels.map(({ data }) => data)), needed);
  if (raw.length < needed) throw unreadable('PNG');
  const kept = chunks.filter(({ type }) => ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type));
  return {
    png: Buffer.concat([signature, ...kept.map(({ bytes }) => bytes)]),
    orientation: orientationIn(of('eXIf')[0]?.data ?? new Uint8Array()),
  };
}

/** Reads the chunks up to the last one. Throws an UnfitPictureError for one that is cut off, has another checksum or must be understood. */
function* chunksOf(file: Uint8Array): Generator<Chunk> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let at = signature.length; at < buffer.length; ) {
    if (at + aroundData > buffer.length) throw unreadable('PNG');
    const end = at + aroundData + buffer.readUInt32BE(at);
    if (end > buffer.length) throw unreadable('PNG');
    const type = buffer.toString('latin1', at + 4, at + 8);
    if (crc32(buffer.subarray(at + 4, end - 4)) !== buffer.readUInt32BE(end - 4)) throw unreadable('PNG');
    const isCritical = /^[A-Z]/.test(type);
    if (isCritical && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type)) throw unreadable('PNG');
    yield { type, data: buffer.subarray(at + 8, end - 4), bytes: buffer.subarray(at, end) };
    if (type === 'IEND') return;
    at = end;
  }
}

/** Returns the number of bytes of the filtered rows: each row has a byte for its filter. */
function rawBytes({ width, height, depth, colorType, isInterlaced }: PngHeader): number {
  const bitsPerPixel = depth * (colorTypes[colorType]?.samples ?? 0);
  let sum = 0;
  for (const [left, top, across, down] of isInterlaced ? passes : whole) {
    const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    if (columns > 0) sum += rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }
  return sum;
}

function inflated(data: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength });
  } catch {
    throw unreadable('PNG');
  }
}
