/**
 * Writes the published document, which the service and the tests read: `npm run openapi`. With the number of a release, `npm run openapi --
 * 1.2.3` also writes the promises of that release. A test checks that later releases keep them.
 */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from './document.ts';
import { documentFile, promisesFile, textOf } from './files.ts';
import { promisesOf } from './promises.ts';

const document = openApiDocument();
writeFileSync(documentFile, textOf(document));

const release = process.argv[2];
if (release !== undefined) writeFileSync(promisesFile(release), `${promisesOf(document).join('\n')}\n`);
