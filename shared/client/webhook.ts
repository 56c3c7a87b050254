import type { WebhookEvent } from './resources.ts';

/** Standard Webhooks: receivers refuse requests whose time is farther from their own. */
const toleranceSeconds = 5 * 60;

/** Why a request is not from the service, or cannot be checked. */
export type WebhookVerificationReason =
  /** One of `webhook-id`, `webhook-timestamp` and `webhook-signature` is missing. */
  | 'missing_header'
  /** `webhook-timestamp` is not a number of seconds. */
  | 'invalid_timestamp'
  /** The request is more than five minutes old. */
  | 'timestamp_too_old'
  /** The request is from a time more than five minutes ahead. */
  | 'timestamp_too_new'
  /** No signature matches a secret: another body, another secret, or another sender. */
  | 'signature_mismatch'
  /** The secret that the program passes is missing or malformed. */
  | 'invalid_secret'
  /** The body that the program passes is not text or bytes, or is no event. */
  | 'invalid_body';

/** The error of `verifyWebhook`. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The headers of a request: `Headers`, or an object as in Node.js, with names in any case. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature and the time of a webhook request, and returns its event. Throws `WebhookVerificationError`.
 *
 * @param body the body as it was received: text or bytes. JSON that was parsed and written again has other bytes.
 * @param secret the endpoint's secret (`whsec_...`), or several while it is being replaced
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
): Promise<WebhookEvent> {
  const keys = await Promise.all(keysOf(secret));
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  ) as [string, string, string];
  checkTime(timestamp);
  const content = bytesOf(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const expected = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, signed)));
  const sent = signatures.split(' ').flatMap(signatureBytes);
  // All pairs are compared to their ends, so the time tells nothing about a signature.
  let matches = 0;
  for (const signature of sent)
    for (const own of expected) matches += Number(areSame(signature, new Uint8Array(own)));
  if (matches === 0)
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature of the request matches. The body must be the one that was received, and the secret that of the endpoint.',
    );
  return eventIn(content);
}

function keysOf(secret: unknown) {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) throw invalidSecret();
  const keys = secrets.map((one) => {
    const [, encoded] = (typeof one === 'string' && /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(one)) || [];
    const key = encoded === undefined ? undefined : fromBase64(encoded);
    if (!key?.length) throw invalidSecret();
    return key;
  });
  return keys.map((key) =>
    crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  );
}

const invalidSecret = () =>
  new WebhookVerificationError(
    'invalid_secret',
    'A secret is missing or malformed. Pass the secret of registerWebhook: whsec_ and Base64.',
  );

/** Returns the value of a header. Several values of one name are joined, which only the signatures may be. */
function header(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers)
          .filter(([sent]) => sent.toLowerCase() === name)
          .flatMap(([, values]) => values ?? [])
          .join(' ');
  if (!value) throw new WebhookVerificationError('missing_header', `The request has no ${name}.`);
  return value;
}

function checkTime(timestamp: string): void {
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookVerificationError(
      'invalid_timestamp',
      'The webhook-timestamp is not a number of seconds.',
    );
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (age > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_too_old', 'The request is more than five minutes old.');
  if (age < -toleranceSeconds)
    throw new WebhookVerificationError(
      'timestamp_too_new',
      'The time of the request is more than five minutes ahead. Check the clock of this machine.',
    );
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body))
    return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookVerificationError(
    'invalid_body',
    'The body must be the text or the bytes as they were received, before they are parsed.',
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Signatures of other versions are ignored, as Standard Webhooks asks. */
function signatureBytes(text: string): Uint8Array[] {
  const [, encoded = ''] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  return [fromBase64(encoded)].flatMap((bytes) => (bytes?.length === 32 ? bytes : []));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Compares in a time that depends on the length only. */
function areSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

function eventIn(content: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(content));
    if (typeof event?.type === 'string') return event;
  } catch {}
  throw new WebhookVerificationError('invalid_body', 'The signature matches, but the body is no event.');
}
