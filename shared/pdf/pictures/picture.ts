/** Pixels, four bytes each: red, green, blue, and how opaque. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
