/** The tag of the orientation in the first directory (Exif 3.0, 4.6.5). */
const orientationTag = 0x0112;
const entryBytes = 12;

/**
 * Returns the orientation in Exif data, from 1 to 8: 1 if there is none that can be read. `tiff`: the data from its byte order on (TIFF 6.0,
 * section 2)
 */
export function orientationIn(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, isLittle);
    const count = view.getUint16(directory, isLittle);
    for (let entry = directory + 2; entry < directory + 2 + count * entryBytes; entry += entryBytes)
      if (view.getUint16(entry, isLittle) === orientationTag) {
        const orientation = view.getUint16(entry + 8, isLittle);
        return orientation >= 1 && orientation <= 8 ? orientation : 1;
      }
  } catch (error) {
    // Many programs write damaged Exif data, and every program still shows the picture.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
