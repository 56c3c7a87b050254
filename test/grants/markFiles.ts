/** A setup file of vitest: records the name of the test file before the grants that it uses. */
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fileMarker } from './usedGrants.ts';

const { USED_GRANTS_FILE: file } = process.env;
if (file !== undefined) appendFileSync(file, `${fileMarker}${expect.getState().testPath}\n`);
