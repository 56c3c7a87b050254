/** Where dynalite keeps an item; the same layout as dynalite's own store, so existing directories open. */
export function itemPrefix(table: string): string {
  return `item-${table}~`;
}

export function indexPrefix(indexType: string, table: string, index: string): string {
  return `index-${indexType.toLowerCase()}~${table}~${index}~`;
}

/** The table, and the index if it is in one, that a key of an item is in; undefined for all other keys. */
export function placeOf(key: string): { readonly table: string; readonly index?: string } | undefined {
  const [, table, ofIndex, index] = /^(?:item-([^~]+)|index-\w+~([^~]+)~([^~]+))~/.exec(key) ?? [];
  if (table !== undefined) return { table };
  return ofIndex === undefined || index === undefined ? undefined : { table: ofIndex, index };
}

export function tagPrefix(table: string): string {
  return `tag-${table}~`;
}
