import { join } from 'node:path';
import { environment } from '../../environment.ts';
import { PictureStamp } from '../../pdf/pictures/pictureStamp.ts';
import { drawWatermark, type Watermark } from '../../pdf/watermark/watermark.ts';

const taskRoot = environment('taskRoot');

/** It is there for all requests of a process. */
let stamp: Promise<PictureStamp> | undefined;

function opened(): Promise<PictureStamp> {
  stamp ??= PictureStamp.open(taskRoot());
  return stamp;
}

/** Begins with what the first picture of a process needs, while its request waits for stores. Never throws: burning tries again. */
export function prepareToBurn(): void {
  opened().catch(() => {
    stamp = undefined;
  });
}

/** Returns a picture, which is WebP, with a watermark burned in. */
export async function burnWatermark(webp: Uint8Array, watermark: Watermark): Promise<Uint8Array> {
  try {
    const options = { fontsDirectory: join(taskRoot(), 'fonts') };
    return await (await opened()).burn(webp, (size) => drawWatermark(watermark, size, options));
  } catch (error) {
    // What was thrown in may have left it in any state.
    stamp = undefined;
    throw error;
  }
}
