/** Writes the file that is made from tests: `npm run pages`. A test fails if it differs. */
import { writeFileSync } from 'node:fs';
import { textOfThreats, threatsFile } from './threats.ts';

writeFileSync(threatsFile, textOfThreats());
