/** The single table's key schema, shared by the construct that creates it and the code that reads it. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Items with this attribute (epoch seconds) are removed by DynamoDB some time after it has passed. */
  timeToLive: 'expires_at_seconds',
} as const;

/** Sparse and overloaded: whatever is listed by somebody, in one partition for each list, with the whole item. */
export const listIndex = { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' } as const;

/**
 * Sparse: items with work still to be done, sorted by when it must be looked at next (epoch milliseconds). Keys only: the
 * sweep needs nothing but the item's key to put the work on its queue again.
 */
export const dueIndex = { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at_ms' } as const;
