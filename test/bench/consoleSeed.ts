/** A process that adds documents to an organization in a data directory: `node consoleSeed.ts DIRECTORY COUNT ORGANIZATION_ID`. */

import { join } from 'node:path';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { openStores } from '../support/stages/stores.ts';
import { writeDirectly } from './directWrites.ts';
import { storeDocuments } from './storedDocuments.ts';

const [directory = '', count = '', organizationId] = process.argv.slice(2);

// `openStores` puts the names of the table and the bucket into the environment. No server may have the files open during `writeDirectly`,
// so the stores are closed first.
const stores = await openStores('http://localhost', { dataDirectory: directory });
await stores.close();

await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  await storeDocuments(organizationId as OrganizationId, Number(count));
});
