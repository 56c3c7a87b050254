/** A setup file of vitest: says between the grants that a run uses which test file uses them. */
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fileMarker } from './usedGrants.ts';

const { USED_GRANTS_FILE: file } = process.env;
if (file !== undefined) appendFileSync(file, `${fileMarker}${expect.getState().testPath}\n`);
