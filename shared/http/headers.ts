export type Headers = Readonly<Record<string, string | undefined>>;

/** Returns headers with their names in lower case. HTTP/1.1 clients may send names in any case, and API Gateway does not change them. */
export const lowerCaseNames = (headers: Headers | null): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** A request's headers as API Gateway lists them. A header can have several lines. */
export type HeaderLines = Readonly<Record<string, readonly string[] | undefined>> | null;

/**
 * Returns the value of a header; undefined if it has no line. Several lines of a header are one list (RFC 9110, section 5.2).
 *
 * @param name in lower case
 */
export function listedIn(headers: HeaderLines, name: string): string | undefined {
  const lines = Object.entries(headers ?? {}).flatMap(([given, values = []]) =>
    given.toLowerCase() === name ? values : [],
  );
  return lines.length === 0 ? undefined : lines.join(', ');
}
