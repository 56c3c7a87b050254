import { join } from 'node:path';
import type { PictureStamp } from '../../pdf/pictures/pictureStamp.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
import { environment } from '../../runtime/environment.ts';

const taskRoot = environment('taskRoot');

/** The drawing code is most of the bundle, so it loads while requests wait for the stores, once per process. */
const drawing = () => import('../../pdf/watermark/watermark.ts');
let stamp: Promise<PictureStamp> | undefined;

function openStamp(): Promise<PictureStamp> {
  stamp ??= import('../../pdf/pictures/pictureStamp.ts').then(({ openPictureStamp }) =>
    openPictureStamp(taskRoot()),
  );
  return stamp;
}

/** Loads the code for the first picture of a process while its request waits for the stores. Never throws: `watermarkPicture` tries again. */
export function prepareToWatermark(): void {
  Promise.all([openStamp(), drawing()]).catch(() => {
    stamp = undefined;
  });
}

/** Returns a WebP picture with a watermark drawn into it. */
export async function watermarkPicture(webp: Uint8Array, watermark: Watermark): Promise<Uint8Array> {
  try {
    const fonts = join(taskRoot(), 'fonts');
    const [opened, { drawWatermark }] = await Promise.all([openStamp(), drawing()]);
    return await opened.stamp(webp, (size) => drawWatermark(watermark, size, fonts));
  } catch (error) {
    // After an error, the stamp can be in any state.
    stamp = undefined;
    throw error;
  }
}
