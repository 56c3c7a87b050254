/** A process that fills a data directory with unsealed views of one organization's documents: `node auditSeed.ts DIRECTORY COUNT`. */
import { join } from 'node:path';
import { dynamo } from '../../shared/data/table/client.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { openStores } from '../support/stages/stores.ts';
import { writeDirectly } from './directWrites.ts';
import { viewsFrom } from './storedViews.ts';

const [directory = '', count = ''] = process.argv.slice(2);
const hourMilliseconds = 60 * 60_000;
const documents = Array.from({ length: 100 }, () => newId('doc'));
/** The last view was an hour ago. */
const firstAt = Date.now() - hourMilliseconds - Number(count);
const views = viewsFrom(firstAt, Number(count), documents);

// The stores must exist before the views are written. The sealer finds the views by the mark.
const stores = await openStores('http://localhost', { dataDirectory: directory });
await views.mark(Date.now() - hourMilliseconds);
await stores.close();
await writeDirectly(dynamo, join(directory, 'dynamodb'), views.store);
