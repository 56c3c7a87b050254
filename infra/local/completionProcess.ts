/** The process that adds the other bundles and the fonts to an assembly, unless another process has done so meanwhile. */
import { readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from 'assembly-host/atomicFile';
import type { Metafile } from 'esbuild';
import { planBundles } from '../bundling/bundle.ts';
import { collectFonts } from '../bundling/fonts.ts';
import type { FunctionName } from '../functions/manifest.ts';
import {
  buildPlan,
  bundlesFolder,
  isOutside,
  type Lacking,
  lackingIn,
  lackingName,
  metafileName,
} from './assemble.ts';
import { completeBuild, takeLock } from './buildCache.ts';

// Ends when the parent has ended, because nobody needs the files then.
process.on('disconnect', () => process.exit());
// Requests have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// As in `assembleThread.ts`.
process.env.GOGC = 'off';

const build = String(process.argv[2]);
const release = await takeLock(join(build, 'lock'));
const lacking = lackingIn(build);
const fonts = lacking ? [...lacking.fonts] : [];
if (lacking && lacking.functions.length > 0)
  await completeBuild(buildPlan(), build, () => addBundles(lacking.functions));
// Without a function for the error, the error would be thrown when the parent has just ended.
process.send?.(fonts, () => undefined);
await Promise.all(fonts.map(collectFonts));
rmSync(join(build, lackingName), { force: true });
release();
process.exit();

/** Bundles functions. Returns the inputs outside of the sources. */
async function addBundles(names: readonly FunctionName[]): Promise<string[]> {
  const bundles = await planBundles({
    outdir: join(build, bundlesFolder),
    keeps: true,
    collectFonts: async (folder) => {
      fonts.push(folder);
    },
  });
  const { metafile } = await bundles.make(names);
  const path = join(build, metafileName);
  const first: Metafile = JSON.parse(readFileSync(path, 'utf8'));
  const all: Metafile = {
    inputs: { ...first.inputs, ...metafile.inputs },
    outputs: { ...first.outputs, ...metafile.outputs },
  };
  writeAtomically(path, JSON.stringify(all));
  writeAtomically(join(build, lackingName), JSON.stringify({ functions: [], fonts } satisfies Lacking));
  return Object.keys(metafile.inputs).filter(isOutside);
}
