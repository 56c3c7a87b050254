/** Names one organization, for service staff. Specification 4.5. */
export const staffOverrideHeader = 'X-Service-Organization-Id';

export const idempotencyKeyHeader = 'Idempotency-Key';
/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;
/** The response header that marks a replayed answer. */
export const replayedHeader = 'Idempotent-Replayed';

/**
 * Returns a cookie's name. Over HTTPS the name has the prefix `__Host-`. Browsers accept a cookie with this prefix only if it has Secure,
 * the path `/` and no Domain (RFC 6265bis, section 4.1.3.2). Over plain HTTP, which only localhost uses, browsers refuse the prefix.
 */
export const cookieName = (name: string, baseUrl: string): string =>
  baseUrl.startsWith('https:') ? `__Host-${name}` : name;

/** Returns the name of the cookie that holds a session's token. */
export const sessionCookieName = (baseUrl: string): string => cookieName('session', baseUrl);
