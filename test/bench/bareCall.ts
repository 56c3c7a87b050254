/** A process that measures a bare DynamoDB document client: `node bareCall.ts COUNT KEY`. Prints the CPU time of a call. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const [count = '', key = ''] = process.argv.slice(2);
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());
const input = { TableName: process.env.TABLE_NAME, Key: JSON.parse(key) };

const readOften = async (times: number): Promise<void> => {
  for (let call = 0; call < times; call++) await dynamo.send(new GetCommand(input));
};
await readOften(Number(count));
const start = process.threadCpuUsage();
await readOften(Number(count));
const { user, system } = process.threadCpuUsage(start);
console.log((user + system) / 1000 / Number(count));
