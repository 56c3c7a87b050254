/** Returns the key prefix of a table's items, in the layout of dynalite's own store. */
export function itemPrefix(table: string): string {
  return `item-${table}~`;
}

export function indexPrefix(indexType: string, table: string, index: string): string {
  return `index-${indexType.toLowerCase()}~${table}~${index}~`;
}

/** Returns the table, and the index if any, of an item's key; undefined for all other keys. */
export function placeOf(key: string): { readonly table: string; readonly index?: string } | undefined {
  const [, table, ofIndex, index] = /^(?:item-([^~]+)|index-\w+~([^~]+)~([^~]+))~/.exec(key) ?? [];
  if (table !== undefined) return { table };
  return ofIndex === undefined || index === undefined ? undefined : { table: ofIndex, index };
}

export function tagPrefix(table: string): string {
  return `tag-${table}~`;
}
