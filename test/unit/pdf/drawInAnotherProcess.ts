/** Draws one entry page and prints its SHA-256. Arguments: font directory, content as JSON. */

import { createHash } from 'node:crypto';
import { drawEntryPage } from '../../../shared/pdf/entryPage.ts';

const [fontsDirectory = '', content = ''] = process.argv.slice(2);
const page = await drawEntryPage(JSON.parse(content), fontsDirectory);
process.stdout.write(createHash('sha256').update(page).digest('hex'));
