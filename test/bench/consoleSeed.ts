/** A process that fills a data directory with the local people, and with documents of their organization: `node consoleSeed.ts DIRECTORY COUNT`. */

import { join } from 'node:path';
import { dynamo } from '../../shared/data/table/client.ts';
import { openStage } from '../support/stages/stage.ts';
import { storeDocuments } from '../support/storedDocuments.ts';
import { writeDirectly } from './directWrites.ts';

const [directory = '', count = ''] = process.argv.slice(2);

const stage = await openStage({ dataDirectory: directory });
// No server may have the files open during `writeDirectly`.
await stage.close();

await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  await storeDocuments(stage.credentials.organization_id, Number(count));
});
