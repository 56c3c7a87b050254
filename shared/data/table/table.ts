/** The key schema of the single table. The construct that creates the table and the code that reads it share the schema. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** DynamoDB removes items some time after this attribute (epoch seconds) has passed. */
  timeToLive: 'expires_at_seconds',
} as const;

/** The index of lists. Each list is a partition. The index is sparse and overloaded, and has whole items. */
export const listIndex = { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' } as const;

/**
 * The sparse index of items with work to be done, sorted by the time at which the work is due (epoch milliseconds). The index has keys
 * only, because the sweep needs only the key of an item to send the message of its work again.
 */
export const dueIndex = { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at_ms' } as const;

/** The index of lists that have no place in the list index (`README.md`). It is sparse and overloaded, and has keys only. */
export const filterIndex = { name: 'filter', partitionKey: 'filter_pk', sortKey: 'filter_sk' } as const;
