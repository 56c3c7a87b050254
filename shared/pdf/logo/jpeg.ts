import { orientationIn } from './exif.ts';
import { type PictureHeader, UnfitPictureError, unreadable } from './unfitPicture.ts';

/** JPEG (ITU-T T.81), annex B. */
const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, exif: 0xe1, adobe: 0xee } as const;
/** Frames of Huffman-coded pictures: baseline, extended and progressive. Others are lossless, hierarchical or arithmetic-coded. */
const readFrames = [0xc0, 0xc1, 0xc2];
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Markers without a segment: restarts and TEM. */
const isAlone = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7);
const exifHeader = Buffer.from('Exif\0\0', 'latin1');
/**
 * Programs write about ten scans. Decoding goes through all pixels once for each scan, so a small file with thousands of scans would take
 * minutes.
 */
const scansMax = 100;

export interface JpegHeader extends PictureHeader {
  /** 1: gray, 3: color, 4: the inks of print. */
  readonly components: number;
  /** A program of Adobe wrote it. It writes the inks of print inverted. */
  readonly isOfAdobe: boolean;
}

export const isJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === marker.startOfImage;

/** Reads all markers, and decodes nothing. Throws an UnfitPictureError if the file is cut off, or of a kind that cannot be read. */
export function jpegHeader(file: Uint8Array): JpegHeader {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let frame: Omit<JpegHeader, 'orientation' | 'isOfAdobe'> | undefined;
  let [orientation, scans, isOfAdobe] = [1, 0, false];
  for (const { code, data } of segmentsOf(buffer)) {
    if (isFrame(code)) {
      if (frame || !readFrames.includes(code) || data.length < 6 || data[0] !== 8) throw unreadable('JPEG');
      frame = { height: data.readUInt16BE(1), width: data.readUInt16BE(3), components: data[5] ?? 0 };
    } else if (code === marker.exif && exifHeader.equals(data.subarray(0, exifHeader.length)))
      orientation = orientationIn(data.subarray(exifHeader.length));
    else if (code === marker.adobe) isOfAdobe ||= data.toString('latin1', 0, 5) === 'Adobe';
    else if (code === marker.startOfScan && ++scans > scansMax)
      throw new UnfitPictureError(`must be a JPEG picture of at most ${scansMax} scans`);
  }
  if (!frame || scans === 0 || ![1, 3, 4].includes(frame.components)) throw unreadable('JPEG');
  return { ...frame, orientation, isOfAdobe };
}

/** Reads the segments up to the end of the picture. Throws an UnfitPictureError if there is no end. */
function* segmentsOf(buffer: Buffer): Generator<{ readonly code: number; readonly data: Buffer }> {
  for (let at = 2; ; ) {
    const code = buffer[at + 1] ?? 0;
    if (buffer[at] !== 0xff || code === 0) throw unreadable('JPEG');
    if (code === marker.endOfImage) return;
    // Any number of 0xff may stand before a marker.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (isAlone(code)) continue;
    if (at + 2 > buffer.length) throw unreadable('JPEG');
    const end = at + buffer.readUInt16BE(at);
    if (end < at + 2 || end > buffer.length) throw unreadable('JPEG');
    yield { code, data: buffer.subarray(at + 2, end) };
    at = code === marker.startOfScan ? afterScan(buffer, end) : end;
  }
}

/** Returns the place of the next marker. In the pixels of a scan, 0xff is followed by 0 or by a restart. */
function afterScan(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(0xff, from); at >= 0; at = buffer.indexOf(0xff, at + 1)) {
    const code = buffer[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && !isAlone(code)) return at;
  }
  throw unreadable('JPEG');
}
