import { setImmediate } from 'node:timers/promises';
import { itemWrites, runNow } from 'assembly-host/dynamodb/actions';
import { type Changes, Database } from 'assembly-host/dynamodb/database';
import { recordingStore } from 'assembly-host/dynamodb/store';
import type { Attributes } from 'dynalite/db/index.js';

interface Put {
  readonly TableName: string;
  readonly Item: Attributes;
}
/** The body of a `PutItem`, a `TransactWriteItems` or a `BatchWriteItem`. Only the parts that put items are described. */
interface Request extends Partial<Put> {
  readonly TransactItems?: readonly { readonly Put?: Put }[];
  readonly RequestItems?: Readonly<Record<string, readonly { readonly PutRequest?: Pick<Put, 'Item'> }[]>>;
}

function putsOf({ TableName, Item, TransactItems = [], RequestItems = {} }: Request): readonly Put[] {
  const batched = Object.entries(RequestItems).flatMap(([table, requests]) =>
    requests.flatMap(({ PutRequest }) => (PutRequest ? { TableName: table, ...PutRequest } : [])),
  );
  const single = TableName !== undefined && Item !== undefined ? [{ TableName, Item }] : [];
  return [...single, ...TransactItems.flatMap(({ Put }) => Put ?? []), ...batched];
}

type Next = (args: { readonly request: { readonly body: string | Uint8Array } }) => Promise<object>;
interface Diverted {
  readonly middlewareStack: {
    add(
      middleware: (next: Next) => Next,
      options: { step: 'finalizeRequest'; name: string; priority: 'high' },
    ): void;
  };
  destroy(): void;
}

/**
 * The number of entries to commit at once. If there were more, the garbage collector would move them to the memory for long-lived objects.
 */
const entriesTogether = 4000;

/**
 * Stores the items that `write` puts into tables. Writes them directly to the files of the local DynamoDB, so no server may have the files
 * open. The service's own code makes the requests, and the local store's code turns them into items and index entries. Conditions are not
 * checked. Resolves with the number of items when `write` is done.
 */
export async function writeDirectly(
  client: object,
  directory: string,
  write: () => Promise<void>,
): Promise<number> {
  const database = await Database.open(directory);
  let changes: Changes = new Map();
  let written: Promise<void> = Promise.resolve();
  let items = 0;
  const flush = async (): Promise<void> => {
    const whole = changes;
    changes = new Map();
    // The next entries are made while the earlier ones are written.
    await written;
    written = database.commit(whole);
  };
  const divert =
    (): Next =>
    async ({ request }) => {
      const store = recordingStore(database, changes);
      for (const put of putsOf(JSON.parse(textOf(request.body)))) {
        runNow(itemWrites.PutItem, store, { TableName: put.TableName, Item: put.Item });
        items += 1;
      }
      if (changes.size >= entriesTogether) await flush();
      await setImmediate();
      return { output: { $metadata: {} } };
    };
  (client as Diverted).middlewareStack.add(divert, {
    step: 'finalizeRequest',
    name: 'divert',
    priority: 'high',
  });
  // A client that was used before builds its middleware anew, now with `divert`.
  (client as Diverted).destroy();
  try {
    await write();
    await flush();
    await written;
  } finally {
    await database.close();
  }
  return items;
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
