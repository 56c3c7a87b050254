import type { Attributes, Callback, Index, Store, Table } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import type { TypeRule } from 'dynalite/validations/index.js';

export interface TableUpdate {
  TableName: string;
  AttributeDefinitions?: Table['AttributeDefinitions'];
  GlobalSecondaryIndexUpdates?: { Create?: Pick<Index, 'IndexName' | 'KeySchema' | 'Projection'> }[];
}

const structure = (name: string, children: Readonly<Record<string, TypeRule>>): TypeRule => ({
  type: `FieldStruct<${name}>`,
  children,
});
const listOf = (children: TypeRule): TypeRule => ({ type: 'List', children });
const name = { type: 'String', notNull: true };
const throughput = structure('ProvisionedThroughput', {
  ReadCapacityUnits: { type: 'Long', notNull: true },
  WriteCapacityUnits: { type: 'Long', notNull: true },
});

/** Corrects dynalite's rules, which drop the attributes of a new index and require a throughput that on-demand tables do not have. */
export const indexUpdateRules = {
  AttributeDefinitions: listOf({
    type: 'ValueStruct<AttributeDefinition>',
    children: { AttributeName: name, AttributeType: name },
  }),
  GlobalSecondaryIndexUpdates: listOf({
    type: 'ValueStruct<GlobalSecondaryIndexUpdate>',
    children: {
      Create: structure('CreateGlobalSecondaryIndexAction', {
        IndexName: name,
        KeySchema: listOf({
          type: 'ValueStruct<KeySchemaElement>',
          children: { AttributeName: name, KeyType: name },
        }),
        Projection: structure('Projection', {
          ProjectionType: { type: 'String', enum: ['ALL', 'INCLUDE', 'KEYS_ONLY'] },
          NonKeyAttributes: listOf('String'),
        }),
        ProvisionedThroughput: throughput,
      }),
      Update: structure('UpdateGlobalSecondaryIndexAction', {
        IndexName: name,
        ProvisionedThroughput: throughput,
      }),
      Delete: structure('DeleteGlobalSecondaryIndexAction', { IndexName: name }),
    },
  }),
};

/**
 * Adds indexes to an existing table and fills them, because dynalite creates indexes only with the table. The table and the entries
 * are committed together, so an index is always complete.
 *
 * @returns false when the update adds no index
 */
export function addIndexes(store: Store, update: TableUpdate, callback: Callback): boolean {
  const created = (update.GlobalSecondaryIndexUpdates ?? []).flatMap(({ Create }) => Create ?? []);
  if (created.length === 0) return false;
  store.getTable(update.TableName, false, (error, table) => {
    if (error || !table) return callback(error);
    const { GlobalSecondaryIndexes: existing = [] } = table;
    const twice = created.find(({ IndexName }) => existing.some((index) => index.IndexName === IndexName));
    if (twice)
      return callback(
        db.validationError(`Attempting to create an index which already exists: ${twice.IndexName}`),
      );
    const indexes = created.map(
      (index): Index => ({
        ...index,
        IndexArn: `arn:aws:dynamodb:${store.tableDb.awsRegion}:${store.tableDb.awsAccountId}:table/${table.TableName}/index/${index.IndexName}`,
        IndexStatus: 'ACTIVE',
        IndexSizeBytes: 0,
        ItemCount: 0,
        ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
      }),
    );
    const wanted = update.AttributeDefinitions ?? [];
    const named = new Set(wanted.map(({ AttributeName }) => AttributeName));
    const changed: Table = {
      ...table,
      AttributeDefinitions: [
        ...table.AttributeDefinitions.filter(({ AttributeName }) => !named.has(AttributeName)),
        ...wanted,
      ],
      GlobalSecondaryIndexes: [...existing, ...indexes],
    };
    store.tableDb.put(table.TableName, changed, () => undefined);
    fill(store, changed, indexes, () => callback(null, { TableDescription: changed }), callback);
  });
  return true;
}

function fill(store: Store, table: Table, indexes: Index[], done: () => void, fail: Callback): void {
  const typeOf = new Map(table.AttributeDefinitions.map((each) => [each.AttributeName, each.AttributeType]));
  const items = store.getItemDb(table.TableName).createValueStream();
  items.on('error', fail);
  items.on('end', done);
  items.on('data', (item: Attributes) => {
    // An index omits an item if the item has no value for the index's key, or a value of another type.
    const holding = indexes.filter(({ KeySchema }) =>
      KeySchema.every(({ AttributeName: key }) => (typeOf.get(key) ?? '') in (item[key] ?? {})),
    );
    db.updateIndexes(store, { ...table, GlobalSecondaryIndexes: holding }, null, item, () => undefined);
  });
}
