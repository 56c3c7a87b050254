import { join } from 'node:path';
import type { PictureStamp } from '../../pdf/pictures/pictureStamp.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
import { environment } from '../../runtime/environment.ts';

const taskRoot = environment('taskRoot');

/** The drawing code is most of the bundle. It is loaded once in a process, while a request waits for DynamoDB and S3. */
const drawing = () => import('../../pdf/watermark/watermark.ts');
let stamp: Promise<PictureStamp> | undefined;

function openStamp(): Promise<PictureStamp> {
  stamp ??= import('../../pdf/pictures/pictureStamp.ts').then(({ openPictureStamp }) =>
    openPictureStamp(taskRoot()),
  );
  return stamp;
}

/**
 * Begins to load the drawing code while the first request waits for DynamoDB and S3. Never throws, because `watermarkPicture` tries again.
 */
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
    // After an error, the state of the stamp is unknown, so the next request opens a new stamp.
    stamp = undefined;
    throw error;
  }
}
