/** The single table's key schema, shared by the construct that creates it and the code that reads it. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** DynamoDB removes items some time after this attribute (epoch seconds) has passed. */
  timeToLive: 'expires_at_seconds',
} as const;

/** The index of lists: sparse, overloaded, with whole items. Each list is a partition. */
export const listIndex = { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' } as const;

/**
 * The sparse index of items with work to be done, sorted by the time at which the work is due (epoch milliseconds). It has keys only,
 * because the sweep only needs an item's key to send the work to its queue again.
 */
export const dueIndex = { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at_ms' } as const;

/** The index of lists that have no place in the first index (`README.md`): sparse, overloaded, keys only. */
export const filterIndex = { name: 'filter', partitionKey: 'filter_pk', sortKey: 'filter_sk' } as const;
