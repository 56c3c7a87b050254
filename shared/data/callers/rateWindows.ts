import * as z from 'zod/mini';
import { rateKey } from '../keys/callers.ts';
import { dynamo, tableName } from '../table/client.ts';
import { table } from '../table/table.ts';

const counts = z.object({ requests: z.int(), creates: z.int() });
export type RequestCounts = z.infer<typeof counts>;

/** A count is kept for a while after its minute, because clocks differ. */
const keptSeconds = 10 * 60;

/**
 * Counts requests in their calendar minute and returns the counts, including these requests. One atomic addition keeps the counts exact
 * even if many functions count at the same time. A request that timed out and was retried may count twice, so a caller may reach the limit
 * too early. Does not use `commit`, because additions do not conflict.
 */
export async function countRequests(
  counted: string,
  window: number,
  { requests, creates }: RequestCounts,
): Promise<RequestCounts> {
  const { Attributes } = await dynamo.send('UpdateItem', {
    TableName: tableName(),
    Key: rateKey(counted, window),
    UpdateExpression: 'SET #ttl = :ttl ADD requests :requests, creates :creates',
    ExpressionAttributeNames: { '#ttl': table.timeToLive },
    ExpressionAttributeValues: {
      ':ttl': window * 60 + keptSeconds,
      ':requests': requests,
      ':creates': creates,
    },
    ReturnValues: 'ALL_NEW',
  });
  return z.parse(counts, Attributes);
}
