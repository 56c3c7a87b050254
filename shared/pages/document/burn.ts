import { join } from 'node:path';
import { environment } from '../../environment.ts';
import type { PictureStamp } from '../../pdf/pictures/pictureStamp.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';

const taskRoot = environment('taskRoot');

/** What draws is most of the code: it loads while requests wait for stores, and stays for all of a process. */
const drawing = () => import('../../pdf/watermark/watermark.ts');
let stamp: Promise<PictureStamp> | undefined;

function openStamp(): Promise<PictureStamp> {
  stamp ??= import('../../pdf/pictures/pictureStamp.ts').then(({ openPictureStamp }) =>
    openPictureStamp(taskRoot()),
  );
  return stamp;
}

/** Begins with what the first picture of a process needs, while its request waits for stores. Never throws: burning tries again. */
export function prepareToBurn(): void {
  Promise.all([openStamp(), drawing()]).catch(() => {
    stamp = undefined;
  });
}

/** Returns a picture, which is WebP, with a watermark burned in. */
export async function burnWatermark(webp: Uint8Array, watermark: Watermark): Promise<Uint8Array> {
  try {
    const fonts = join(taskRoot(), 'fonts');
    const [opened, { drawWatermark }] = await Promise.all([openStamp(), drawing()]);
    return await opened.burn(webp, (size) => drawWatermark(watermark, size, fonts));
  } catch (error) {
    // What was thrown in may have left it in any state.
    stamp = undefined;
    throw error;
  }
}
