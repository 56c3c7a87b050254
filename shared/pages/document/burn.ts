import { join } from 'node:path';
import { environment } from '../../environment.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';

const taskRoot = environment('taskRoot');

/** What draws is most of the code: it loads while requests wait for stores, and is there for all of a process. */
async function load() {
  const [{ PictureStamp }, { drawWatermark }] = await Promise.all([
    import('../../pdf/pictures/pictureStamp.ts'),
    import('../../pdf/watermark/watermark.ts'),
  ]);
  return { stamp: await PictureStamp.open(taskRoot()), drawWatermark };
}

let tools: ReturnType<typeof load> | undefined;

function loaded(): ReturnType<typeof load> {
  tools ??= load();
  return tools;
}

/** Begins with what the first picture of a process needs, while its request waits for stores. Never throws: burning tries again. */
export function prepareToBurn(): void {
  loaded().catch(() => {
    tools = undefined;
  });
}

/** Returns a picture, which is WebP, with a watermark burned in. */
export async function burnWatermark(webp: Uint8Array, watermark: Watermark): Promise<Uint8Array> {
  try {
    const options = { fontsDirectory: join(taskRoot(), 'fonts') };
    const { stamp, drawWatermark } = await loaded();
    return await stamp.burn(webp, (size) => drawWatermark(watermark, size, options));
  } catch (error) {
    // What was thrown in may have left them in any state.
    tools = undefined;
    throw error;
  }
}
