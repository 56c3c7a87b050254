// This process transfers between accounts until a test kills it. It prints one line for each acknowledged transfer.
import { randomInt } from 'node:crypto';
import { startDynamoDb } from '../dynamodb/server.ts';
import { account, connect, TableName, transfer } from './accounts.ts';

const [directory = '', ...names] = process.argv.slice(2);
const { endpoint } = await startDynamoDb({ directory });
const client = connect(endpoint);

const countTransfer = {
  Update: {
    TableName,
    Key: account('count'),
    UpdateExpression: 'ADD transfers :one',
    ExpressionAttributeValues: { ':one': 1 },
  },
};

async function transferForever(): Promise<never> {
  while (true) {
    const from = randomInt(names.length);
    const { TransactItems = [] } = transfer(`${names[from]}`, `${names[(from + 1) % names.length]}`, 1).input;
    await client.transactWrite({ TransactItems: [...TransactItems, countTransfer] });
    process.stdout.write('acknowledged\n');
  }
}

await Promise.all(Array.from({ length: 8 }, transferForever));
