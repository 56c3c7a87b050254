declare module 'dynalite/db/index.js' {
  export type AttributeValue = Record<string, unknown>;
  export type Attributes = Record<string, AttributeValue>;

  export interface Table {
    TableName: string;
    TableStatus: string;
    KeySchema: { AttributeName: string }[];
    AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
    GlobalSecondaryIndexes?: Index[];
  }

  export interface Index {
    IndexName: string;
    KeySchema: { AttributeName: string; KeyType: string }[];
    Projection: object;
    IndexArn: string;
    IndexStatus: string;
    IndexSizeBytes: number;
    ItemCount: number;
    ProvisionedThroughput: object;
  }

  export interface ApiError extends Error {
    statusCode: number;
    body: { __type: string; message?: string; Item?: Attributes };
  }

  export type Callback<T = unknown> = (error: unknown, value?: T) => void;

  export interface SubDatabase {
    get(key: string, callback: Callback): void;
    put(key: string, value: unknown, callback: Callback): void;
    del(key: string, callback: Callback): void;
    batch(operations: { type: 'put' | 'del'; key: string; value?: unknown }[], callback: Callback): void;
    createKeyStream(options?: KeyRange): import('node:stream').Readable;
    createValueStream(options?: KeyRange): ValueStream;
    /** Added by the host. Resolves with the JSON of each value, or with undefined when the total length reaches `tooLong`. */
    readTexts(range: KeyRange, tooLong: number): Promise<string[] | undefined>;
    lock(key: string, run: (release: <T>(callback: T) => T) => void): void;
  }

  export type ValueStream = import('node:stream').Stream & { destroy(): void };

  export interface KeyRange {
    gt?: string;
    gte?: string;
    lt?: string;
    lte?: string;
    reverse?: boolean;
    limit?: number;
  }

  export interface StoreOptions {
    createTableMs: number;
    deleteTableMs: number;
    updateTableMs: number;
    maxItemSize: number;
  }

  export interface Store {
    options: StoreOptions;
    tableDb: SubDatabase & { awsAccountId: string; awsRegion: string };
    getTable(name: string, checkStatus: boolean | Callback<Table>, callback?: Callback<Table>): void;
    getItemDb(table: string): SubDatabase;
    getIndexDb(indexType: string, table: string, index: string): SubDatabase;
    getTagDb(table: string): SubDatabase;
    deleteItemDb(table: string, callback: Callback): void;
    deleteIndexDb(indexType: string, table: string, index: string, callback: Callback): void;
    deleteTagDb(table: string, callback: Callback): void;
  }

  /** A Query or a Scan that has been validated. */
  export interface ReadRequest {
    TableName: string;
    IndexName?: string;
    Limit?: number;
    Select?: string;
    ReturnConsumedCapacity?: string;
    QueryFilter?: object;
    ScanFilter?: object;
    AttributesToGet?: string[];
    _filter?: object;
    _projection?: object;
  }

  export type QueryTable = (
    store: Store,
    table: Table,
    data: ReadRequest,
    range: KeyRange,
    isLocal: boolean | undefined,
    fetchesItems: boolean,
    keyNames: readonly string[],
    callback: Callback,
  ) => void;

  const db: {
    queryTable: QueryTable;
    MAX_SIZE: number;
    createKey(item: Attributes, table: Table): string;
    validateKey(key: Attributes, table: Table): ApiError | undefined | null;
    validateItem(item: Attributes, table: Table): ApiError | undefined | null;
    validationError(message: string): ApiError;
    updateIndexes(
      store: Store,
      table: Table,
      existing: Attributes | null,
      item: Attributes,
      callback: Callback,
    ): void;
    itemSize(item: Attributes): number;
    capacityUnits(item: Attributes | undefined, isRead: boolean, isConsistent: boolean): number;
  };
  export default db;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  export type TypeRule = string | { type: string; [constraint: string]: unknown };
  export interface Validation {
    types: Record<string, TypeRule>;
    custom?: (data: never, store: Store) => string | undefined;
  }
  const validations: {
    checkTypes(data: unknown, types: Validation['types']): unknown;
    checkValidations(
      data: unknown,
      types: Validation['types'],
      custom: Validation['custom'],
      store: Store,
    ): void;
  };
  export default validations;
}

declare module 'dynalite/db/updateParser.js' {
  import type { Attributes } from 'dynalite/db/index.js';

  export interface ExpressionContext {
    readonly attrNames?: Readonly<Record<string, string>>;
    readonly attrVals?: Attributes;
    /** Parsing deletes from this object all names that the expression uses. */
    readonly unusedAttrNames: Record<string, unknown>;
    readonly unusedAttrVals: Record<string, unknown>;
    /** Compares two values of one type. `GT`: returns whether the first is greater. */
    compare(operator: 'GT', first: unknown, second: unknown): boolean;
  }
  export interface ExpressionParser {
    /** Returns or throws a text when the expression is invalid. */
    parse(text: string, options: { readonly context: ExpressionContext }): object | string;
  }
  const parser: ExpressionParser;
  export default parser;
}

declare module 'dynalite/db/conditionParser.js' {
  import type { ExpressionParser } from 'dynalite/db/updateParser.js';

  const parser: ExpressionParser;
  export default parser;
}
