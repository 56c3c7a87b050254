import { fileURLToPath } from 'node:url';
import type { OpenApi } from './model.ts';

/** The file that holds the published document. */
export const documentFile = fileURLToPath(new URL('../contract/openapi.json', import.meta.url));

/** Returns the text of the document's file. */
export const textOf = (document: OpenApi): string => `${JSON.stringify(document, null, 2)}\n`;

/** Returns the file that holds the promises of a release. */
export const promisesFile = (release: string): string =>
  fileURLToPath(new URL(`../../test/fixtures/promises/${release}.txt`, import.meta.url));
