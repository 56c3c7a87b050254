/**
 * A process that fills a data directory with views of one organization's documents, which are still to be sealed:
 * `node auditSeed.ts DIRECTORY COUNT`.
 */
import { join } from 'node:path';
import { activityList, createActivity, newActivity } from '../../shared/data/activity.ts';
import { markChain } from '../../shared/data/chains.ts';
import { dynamo } from '../../shared/data/client.ts';
import { transact } from '../../shared/data/commit.ts';
import { firstUlidAt, newId } from '../../shared/data/ids.ts';
import { openStores } from '../support/stores.ts';
import { writeDirectly } from './directWrites.ts';

const [directory = '', count = ''] = process.argv.slice(2);
const together = 100;
const hourMilliseconds = 60 * 60_000;

const organization_id = newId('org');
const list = activityList.organization(organization_id);
const actor = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;
const documents = Array.from({ length: 100 }, () => newId('doc'));
const version_id = newId('ver');

// The table and the bucket have to be there, and the sealer finds what is marked.
const stores = await openStores('http://localhost', { dataDirectory: directory });
await markChain(list, Date.now() - hourMilliseconds);
await stores.close();

/** One a millisecond, the last of them an hour ago. */
const firstAt = Date.now() - hourMilliseconds - Number(count);
const view = (index: number) =>
  createActivity(
    newActivity({
      id: `act_${firstUlidAt(firstAt + index)}`,
      type: 'viewed',
      organization_id,
      document_id: documents[index % documents.length] ?? null,
      version_id,
      policy_id: null,
      details: {},
      credential: null,
      actor,
      staff: false,
    }),
    list,
  );

await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  for (let start = 0; start < Number(count); start += together)
    await transact(
      Array.from({ length: Math.min(together, Number(count) - start) }, (_, index) => view(start + index)),
    );
});
