/**
 * Removes large files of installed packages that nothing here loads. npm runs this after an installation, with the Node.js that is
 * there (20 or later), so it is JavaScript.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The canvas of PDF.js for Node.js, and its builds for other uses than the page of a document; a second npm; a Lambda layer for resources that the stack does not have; builds of pdf-lib for other bundlers; recheck for Java, which
 * runs as a program of the machine.
 */
const folders = [
  '@napi-rs',
  'pdfjs-dist/build',
  'pdfjs-dist/image_decoders',
  'pdfjs-dist/legacy/image_decoders',
  'pdfjs-dist/legacy/web/images',
  'pdfjs-dist/web',
  'node/node_modules',
  '@aws-cdk/asset-awscli-v1/lib/layer.zip',
  'pdf-lib/dist',
  'pdf-lib/src',
  'pdf-lib/ts3.4',
  'recheck-jar/recheck.jar',
];

/** The weights of fonts that `infra/bundling/fonts.ts` does not use: all others are the fonts' largest part. */
const unusedWeight = /^@expo-google-fonts\/[^/]+\/(?!400Regular$|600SemiBold$)\d00\w+$/;

// A package of this repository is a link to its folder.
const ours = readdirSync('node_modules', { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
const files = readdirSync('node_modules', { recursive: true }).filter(
  (path) => !ours.some(({ name }) => path.split(sep)[0] === name),
);
const unused = files.filter((path) => path.endsWith('.map') || unusedWeight.test(path));
for (const path of [...folders, ...unused])
  rmSync(join('node_modules', path), { recursive: true, force: true });
