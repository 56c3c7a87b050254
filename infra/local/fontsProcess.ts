/** The process that adds the fonts to an assembly, unless another process has done so meanwhile. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { collectFonts } from '../bundling/fonts.ts';
import { fontFoldersOf, lackingFonts } from './assemble.ts';
import { takeLock } from './buildCache.ts';

// Ends when the parent has ended, because nobody needs the fonts then.
process.on('disconnect', () => process.exit());

const build = String(process.argv[2]);
const release = await takeLock(join(build, 'lock'));
await Promise.all(fontFoldersOf(build).map(collectFonts));
rmSync(join(build, lackingFonts), { force: true });
release();
process.exit();
