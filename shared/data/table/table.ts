/** The single table's key schema, shared by the construct that creates it and the code that reads it. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** DynamoDB removes items some time after this attribute (epoch seconds) has passed. */
  timeToLive: 'expires_at_seconds',
} as const;

/** Sparse and overloaded, with whole items: one partition for each list. */
export const listIndex = { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' } as const;

/**
 * Sparse: items with work still to be done, sorted by when it must be looked at next (epoch milliseconds). Keys only: the sweep needs
 * only the item's key to send the work to its queue again.
 */
export const dueIndex = { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at_ms' } as const;

/** Sparse and overloaded, keys only: for lists that have no place in the first index (`README.md`). */
export const filterIndex = { name: 'filter', partitionKey: 'filter_pk', sortKey: 'filter_sk' } as const;
