import type { Picture } from './picture.ts';

/** Returns a picture whose sides are divided by a whole number, at least 1. Each pixel is the mean of the pixels in its place. */
export function shrunk(picture: Picture, factor: number): Picture {
  if (factor === 1) return picture;
  const [width, height] = [Math.ceil(picture.width / factor), Math.ceil(picture.height / factor)];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rgba.set(mean(picture, x * factor, y * factor, factor), (y * width + x) * 4);
  return { width, height, rgba };
}

/** Returns the mean of the pixels in a square. A pixel counts for the colors as much as it is opaque. */
function mean({ width, height, rgba }: Picture, left: number, top: number, side: number): number[] {
  let [count, opacity] = [0, 0];
  const sums = [0, 0, 0];
  for (let y = top; y < Math.min(top + side, height); y++)
    for (let x = left; x < Math.min(left + side, width); x++) {
      const at = (y * width + x) * 4;
      const alpha = rgba[at + 3] ?? 0;
      count += 1;
      opacity += alpha;
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0) * alpha;
    }
  return [...sums.map((sum) => Math.round(sum / Math.max(opacity, 1))), Math.round(opacity / count)];
}
