/** Writes the names of the tests of each threat: `npm run threats`. A test fails if they differ. */
import { writeFileSync } from 'node:fs';
import { textOfThreats, threatsFile } from './threats.ts';

writeFileSync(threatsFile, textOfThreats());
