/** The thread that adds the fonts to an assembly, unless another process has done so meanwhile. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { collectFonts } from '../fonts.ts';
import { fontFoldersOf, lackingFonts } from './assemble.ts';
import { takeLock } from './buildCache.ts';

const build = String(workerData);
const release = await takeLock(join(build, 'lock'));
await Promise.all(fontFoldersOf(build).map(collectFonts));
rmSync(join(build, lackingFonts), { force: true });
release();
parentPort?.postMessage('done');
