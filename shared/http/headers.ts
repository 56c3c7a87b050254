export type Headers = Readonly<Record<string, string | undefined>>;

/** HTTP/1.1 clients send header names in any case, and API Gateway passes them on as they came. */
export const lowerCaseNames = (headers: Headers | null): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
