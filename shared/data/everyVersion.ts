import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamo, tableName } from './client.ts';
import { versionPrefix } from './keys.ts';
import type { Item } from './read.ts';
import { versionItem } from './versions.ts';

/** What is known of a version's file. */
const versionOfFile = z.pick(versionItem, {
  id: true,
  document_id: true,
  processing_status: true,
  upload: true,
  file: true,
});
export type VersionOfFile = z.infer<typeof versionOfFile>;

/**
 * Reads the whole table for its versions, in no order, as many at a time as 1 MB of items has, which may be none. The only scan
 * there is, for operators: no role of a function allows it. A page costs 128 read units, and may miss what the last second
 * brought.
 */
export async function* scanVersions(): AsyncGenerator<VersionOfFile[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: 'begins_with(sk, :prefix)',
        ProjectionExpression: 'id, document_id, processing_status, upload, #file',
        ExpressionAttributeNames: { '#file': 'file' },
        ExpressionAttributeValues: { ':prefix': versionPrefix },
        ExclusiveStartKey: start,
      }),
    );
    yield Items.map((item) => z.parse(versionOfFile, item));
    start = LastEvaluatedKey;
  } while (start);
}
