/** The headers of requests that a page of another origin may send besides those that any page may. */
export const allowedHeaders: readonly string[] = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Service-Organization-Id',
];

/** The headers of responses that it may read besides those that any page may. */
export const exposedHeaders: readonly string[] = [
  'ETag',
  'Link',
  'Location',
  'X-Request-Id',
  'X-Error-Code',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
];
