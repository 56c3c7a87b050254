import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { bundleViewer } from '../../infra/bundling/viewer.ts';
import { viewerFolder } from '../../shared/pages/viewer/files.ts';
import { directoryOfTests } from '../support/ownDirectory.ts';

const directory = directoryOfTests();
let metafile: Metafile;

beforeAll(async () => {
  metafile = await bundleViewer(directory);
});

const isLibrary = (input: string) => /^(\.\.\/)*node_modules\/pdfjs-dist\//.test(input);

/** The rules by which a search of the service finds words. */
const ofSearch = /^shared\/(search\/(places|sought|tokens)|text\/(findsWord|titleSearch))\.ts$/;

test('the script of documents has at most 30 kB without the library that draws, and no other code', () => {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const own = inputs.filter(([input]) => !isLibrary(input));

  expect(own.filter(([input]) => !input.startsWith('shared/viewer/') && !ofSearch.test(input))).toEqual([]);
  expect(own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(30_000);
});

test('the library is not loaded before a file is drawn, and has no interpreter of scripts', () => {
  const [first] = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('/viewer.js'));
  const atOnce = [
    first,
    ...(first?.[1].imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => [path, metafile.outputs[path]] as const),
  ];

  expect(atOnce.flatMap((output) => Object.keys(output?.[1]?.inputs ?? {})).filter(isLibrary)).toEqual([]);
  const files = readdirSync(join(directory, viewerFolder), { recursive: true }).map(String);
  expect(files.filter((file) => /quickjs|sandbox/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['worker.js', 'wasm/openjpeg.wasm', 'fonts/LiberationSans-Regular.ttf']),
  );
});
