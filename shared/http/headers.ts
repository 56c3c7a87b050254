export type Headers = Readonly<Record<string, string | undefined>>;

/** HTTP/1.1 clients send header names in any case, and API Gateway passes them on as they came. */
export const lowerCaseNames = (headers: Headers | null): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** A request's headers as API Gateway lists them, with every line of each. */
export type HeaderLines = Readonly<Record<string, readonly string[] | undefined>> | null;

/**
 * Returns the value of a header. Several lines of a header are one list (RFC 9110, section 5.2). Undefined if there is no line.
 *
 * @param name in lower case
 */
export function listedIn(headers: HeaderLines, name: string): string | undefined {
  const lines = Object.entries(headers ?? {}).flatMap(([given, values = []]) =>
    given.toLowerCase() === name ? values : [],
  );
  return lines.length === 0 ? undefined : lines.join(', ');
}
