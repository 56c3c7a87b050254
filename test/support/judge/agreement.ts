import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { dueIndex, filterIndex, listIndex } from '../../../shared/data/table/table.ts';
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

/** Returns the differences between two stores' answers to a request. DynamoDB leaves some orders open; these do not count. */
export function differencesOf(judged: Judged): Difference[] {
  const [ours, theirs] = [judged.ours, judged.theirs].map((answer) => partsOf(judged, answer));
  return parts.flatMap((part) =>
    isDeepStrictEqual(ours?.[part], theirs?.[part])
      ? []
      : [{ part, ours: ours?.[part], theirs: theirs?.[part], judged }],
  );
}

const parts = ['outcome', 'answer', 'message', 'capacity'] as const satisfies Part[];

function partsOf({ operation, input }: Judged, { status, body }: Answer): Record<Part, unknown> {
  const content: unknown = JSON.parse(body);
  if (status === 200) {
    const { ConsumedCapacity: capacity, ...answer } = z.parse(success, content);
    return { outcome: status, answer: inOneOrder(operation, input, answer), message: undefined, capacity };
  }
  const { __type: type, message, Message, Item, CancellationReasons } = z.parse(refusal, content);
  return {
    outcome: [status, type.replace(/^.*#/, ''), CancellationReasons?.map(({ Code }) => Code)],
    answer: [Item, CancellationReasons?.map((one) => one.Item)],
    message: message ?? Message,
    capacity: undefined,
  };
}

const asked = z.object({ IndexName: z.optional(z.string()) });
const indexes = [listIndex, dueIndex, filterIndex];

/** Sorts items that have no order: those of a batch or a scan, and those with the same sort key in an index. */
function inOneOrder(operation: string, input: string, answer: z.infer<typeof success>): unknown {
  const { Items = [], Responses } = answer;
  const { IndexName } = z.parse(asked, JSON.parse(input));
  const index = indexes.find(({ name }) => name === IndexName);
  if (operation === 'Scan') return { ...answer, Items: sorted(Items) };
  if (index && answer.Items) return { ...answer, Items: sortedWhereAlike(Items, index.sortKey) };
  if (!Responses) return answer;
  const each = Object.entries(Responses).map(([table, items]) => [table, sorted(items)]);
  return { ...answer, Responses: Object.fromEntries(each) };
}

const sortedWhereAlike = (items: z.infer<typeof rows>, sortKey: string): z.infer<typeof rows> =>
  [...Map.groupBy(items, (item) => JSON.stringify(item[sortKey])).values()].flatMap(sorted);

const sorted = (items: z.infer<typeof rows>): z.infer<typeof rows> =>
  items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const keyOf = ({ pk, sk }: Readonly<Record<string, unknown>>): string => JSON.stringify([pk, sk]);
