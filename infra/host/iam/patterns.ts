export type Matcher = (text: string) => boolean;

/**
 * Returns a function that tests whether a text matches an IAM pattern: `*` stands for any text, `?` for one character. Plain texts
 * and prefixes need no regular expression.
 */
export function matcherOf(pattern: string): Matcher {
  if (pattern === '*') return () => true;
  const wildcard = pattern.search(/[*?]/);
  if (wildcard < 0) return (text) => text === pattern;
  const start = pattern.slice(0, wildcard);
  if (pattern.slice(wildcard) === '*') return (text) => text.startsWith(start);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  return (text) => expression.test(text);
}

/** Returns a function that tests whether a text matches one of several patterns. */
export function matcherOfAny(patterns: readonly string[]): Matcher {
  const matchers = patterns.map(matcherOf);
  return (text) => matchers.some((matches) => matches(text));
}
