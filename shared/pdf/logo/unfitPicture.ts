/** Thrown for a file that cannot become a logo. The message continues a sentence about the file. */
export class UnfitPictureError extends Error {
  override readonly name = 'UnfitPictureError';
}

export const unreadable = (kind: 'PNG' | 'JPEG') =>
  new UnfitPictureError(
    `must be a whole ${kind} picture. This one is damaged, or of a kind that cannot be read`,
  );

/** The header of a picture that was read, before anything is decoded. */
export interface PictureHeader {
  /** In pixels, as the file has them. */
  readonly width: number;
  readonly height: number;
  /** How the picture is to be turned (Exif, `Orientation`), from 1 to 8. 1: not at all */
  readonly orientation: number;
}
