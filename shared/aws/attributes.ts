/** A value as DynamoDB sends and receives it. The table has no sets and no binary values. */
export type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly L: readonly Attribute[] }
  | { readonly M: Attributes };
export type Attributes = Readonly<Record<string, Attribute>>;

/** Returns a value as DynamoDB takes it; omits undefined members. Throws for values that JSON cannot express. */
function marshalled(value: unknown): Attribute {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
        throw new TypeError(`${value} is no number that the table can hold`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(marshalled) };
      return { M: marshalledMap(value) };
    default:
      throw new TypeError(`The table can hold no ${typeof value}`);
  }
}

/** Returns the members of a plain object as DynamoDB takes them. */
function marshalledMap(map: object): Attributes {
  const prototype = Object.getPrototypeOf(map);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`The table can hold no ${map.constructor.name}`);
  const attributes: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(map))
    if (value !== undefined) attributes[name] = marshalled(value);
  return attributes;
}

function unmarshalled(attribute: Attribute): unknown {
  if ('S' in attribute) return attribute.S;
  if ('N' in attribute) return Number(attribute.N);
  if ('M' in attribute) return unmarshalledMap(attribute.M);
  if ('NULL' in attribute) return null;
  if ('BOOL' in attribute) return attribute.BOOL;
  if ('L' in attribute) return attribute.L.map(unmarshalled);
  // The service writes no sets or bytes, but other programs may write them. Such a value must not make the rest of an answer unreadable, so
  // it is returned as DynamoDB sent it. The parser of the item refuses the value.
  return attribute;
}

/** Returns the plain object for an item that DynamoDB sent, or for a part of an item. */
export function unmarshalledMap(attributes: Attributes): Record<string, unknown> {
  const map: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute) map[name] = unmarshalled(attribute);
  }
  return map;
}

/** The fields of requests and answers that hold items, keys or values of expressions. Some of the fields hold a list. */
const ofItems: ReadonlySet<string> = new Set([
  'Key',
  'Keys',
  'Item',
  'Items',
  'Attributes',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'ExpressionAttributeValues',
]);

type Convert = (item: never) => unknown;

/** Returns a request or an answer in which all items are converted. */
function withItems(part: unknown, convert: Convert): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => withItems(one, convert));
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part))
    if (ofItems.has(name)) whole[name] = itemsIn(value, convert);
    // The answer to a batch lists items by the name of their table.
    else if (name === 'Responses')
      whole[name] = Object.fromEntries(
        Object.entries(value).map(([table, items]) => [table, itemsIn(items, convert)]),
      );
    else whole[name] = withItems(value, convert);
  return whole;
}

const itemsIn = (items: unknown, convert: Convert): unknown => {
  if (items === undefined) return undefined;
  return Array.isArray(items) ? items.map((item) => convert(item as never)) : convert(items as never);
};

/** Returns the body of a request with the input of one of the SDK's document commands. */
export const requestBody = (input: object): string => JSON.stringify(withItems(input, marshalledMap));

/** Returns the output of a document command from the body of DynamoDB's answer. */
export const outputOf = (body: string): object => withItems(JSON.parse(body), unmarshalledMap) as object;
