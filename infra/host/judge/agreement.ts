import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { TableDefinition } from '../template/stores.ts';
import type { Answer, Judged } from './judgingProxy.ts';

/** The part of an answer in which two stores differ. */
export type Part = 'outcome' | 'answer' | 'message' | 'capacity';

export interface Difference {
  readonly part: Part;
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly judged: Judged;
}

const reason = z.object({ Code: z.string(), Item: z.optional(z.unknown()) });
const refusal = z.looseObject({
  __type: z.string(),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
  Item: z.optional(z.unknown()),
  CancellationReasons: z.optional(z.array(reason)),
});
const rows = z.array(z.record(z.string(), z.unknown()));
const success = z.looseObject({
  ConsumedCapacity: z.optional(z.unknown()),
  Items: z.optional(rows),
  Responses: z.optional(z.record(z.string(), rows)),
});

/** The input of the CreateTable that made a table in both stores. */
export type Created = TableDefinition['createTable'];

/**
 * Returns the differences between two stores' answers to a request about these tables. DynamoDB leaves some orders open; these do not
 * count.
 */
export function differencesOf(judged: Judged, tables: readonly Created[]): Difference[] {
  const [ours, theirs] = [judged.ours, judged.theirs].map((answer) => partsOf(judged, answer, tables));
  return parts.flatMap((part) =>
    isDeepStrictEqual(ours?.[part], theirs?.[part])
      ? []
      : [{ part, ours: ours?.[part], theirs: theirs?.[part], judged }],
  );
}

const parts = ['outcome', 'answer', 'message', 'capacity'] as const satisfies Part[];

function partsOf(
  { operation, input }: Judged,
  { status, body }: Answer,
  tables: readonly Created[],
): Record<Part, unknown> {
  const content: unknown = JSON.parse(body);
  if (status === 200) {
    const { ConsumedCapacity: capacity, ...answer } = z.parse(success, content);
    const ordered = inOneOrder(operation, z.parse(asked, JSON.parse(input)), answer, tables);
    return { outcome: status, answer: ordered, message: undefined, capacity };
  }
  const { __type: type, message, Message, Item, CancellationReasons } = z.parse(refusal, content);
  return {
    outcome: [status, type.replace(/^.*#/, ''), CancellationReasons?.map(({ Code }) => Code)],
    answer: [Item, CancellationReasons?.map((one) => one.Item)],
    message: message ?? Message,
    capacity: undefined,
  };
}

const asked = z.object({ TableName: z.optional(z.string()), IndexName: z.optional(z.string()) });
type Items = z.infer<typeof rows>;

/** Sorts items that have no order: those of a batch or a scan, and those with the same sort key in an index. */
function inOneOrder(
  operation: string,
  { TableName, IndexName }: z.infer<typeof asked>,
  answer: z.infer<typeof success>,
  tables: readonly Created[],
): unknown {
  const tableOf = (name?: string) => tables.find((table) => table.TableName === name);
  const table = tableOf(TableName);
  const { Items, Responses } = answer;
  if (Items && operation === 'Scan') return { ...answer, Items: sorted(Items, table) };
  const index = table?.GlobalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
  if (Items && index) {
    const [, sortKey = ''] = keysOf(index);
    const alike = Map.groupBy(Items, (item) => JSON.stringify(item[sortKey]));
    return { ...answer, Items: [...alike.values()].flatMap((items) => sorted(items, table)) };
  }
  if (!Responses) return answer;
  const each = Object.entries(Responses).map(([name, items]) => [name, sorted(items, tableOf(name))]);
  return { ...answer, Responses: Object.fromEntries(each) };
}

/** Returns the names of the keys, the partition key first. */
const keysOf = ({ KeySchema }: Pick<Created, 'KeySchema'>): string[] =>
  KeySchema.toSorted((a, b) => (a.KeyType < b.KeyType ? -1 : 1)).map(({ AttributeName }) => AttributeName);

function sorted(items: Items, table: Created | undefined): Items {
  const names = table ? keysOf(table) : [];
  const keyOf = (item: Items[number]) => JSON.stringify(names.map((name) => item[name]));
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
