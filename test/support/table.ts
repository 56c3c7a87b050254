import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

/** A version as far as these tests look at it, read past the service's own code. */
const versionRow = z.looseObject({
  pk: z.string(),
  sk: z.string(),
  id: z.string(),
  processing_status: z.enum(['processing', 'ready', 'failed']),
  interrupted_attempts: z.int(),
  claimed_until: z.int(),
  due_at: z.optional(z.int()),
  failure: z.optional(z.string()),
  revision: z.int(),
});
export type VersionRow = z.infer<typeof versionRow>;

/** The table from outside: what is stored, and the passing of time. */
export class Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  private constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** The one table of a local DynamoDB. */
  static async at(endpoint: string): Promise<Table> {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
    const { TableNames: [name] = [] } = await client.send(new ListTablesCommand());
    if (name === undefined) throw new Error(`There is no table at ${endpoint}.`);
    return new Table(DynamoDBDocumentClient.from(client), name);
  }

  /** Every version there is, oldest first. */
  async versions(): Promise<VersionRow[]> {
    const { Items = [] } = await this.#client.send(
      new ScanCommand({ TableName: this.#name, ConsistentRead: true }),
    );
    return Items.filter(({ sk }) => String(sk).startsWith('VERSION#'))
      .map((item) => z.parse(versionRow, item))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async version(id: string): Promise<VersionRow> {
    const found = (await this.versions()).find((version) => version.id === id);
    if (!found) throw new Error(`There is no version ${id}.`);
    return found;
  }

  /** Moves claims and due times back: for the service, that long has gone by. */
  async letTimePass(milliseconds: number): Promise<void> {
    for (const { pk, sk, claimed_until, due_at } of await this.versions()) {
      if (due_at === undefined) continue;
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#name,
          Key: { pk, sk },
          UpdateExpression: 'SET due_at = :due, claimed_until = :claim',
          ExpressionAttributeValues: {
            ':due': due_at - milliseconds,
            ':claim': Math.max(claimed_until - milliseconds, 0),
          },
        }),
      );
    }
  }

  close(): void {
    this.#client.destroy();
  }
}
