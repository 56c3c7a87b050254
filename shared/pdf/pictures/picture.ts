/** A picture. Each pixel is four bytes: red, green, blue and opacity. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
