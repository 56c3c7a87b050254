/** Writes the pages that are made from code and tests: `npm run pages`. A test fails if they differ. */
import { writeFileSync } from 'node:fs';
import { keysPage, textOfKeys } from './keyTable.ts';
import { textOfThreats, threatsFile } from './threats.ts';

writeFileSync(threatsFile, textOfThreats());
writeFileSync(keysPage, textOfKeys());
