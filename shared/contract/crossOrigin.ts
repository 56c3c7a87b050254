/** The request headers that a page of another origin may send, besides the headers that browsers always allow. */
export const allowedHeaders: readonly string[] = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Service-Organization-Id',
];

/** The response headers that a page of another origin may read, besides the headers that browsers always allow. */
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
