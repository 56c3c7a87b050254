import { createHmac, randomBytes } from 'node:crypto';

/** The prefixes of Standard Webhooks for signing secrets and for signatures with a shared secret. */
const secretPrefix = 'whsec_';
const signatureVersion = 'v1';

/** Standard Webhooks requires 24 to 64 random bytes. 32 bytes are the length of a SHA-256. */
const secretBytes = 32;
const secretBytesMin = 24;
const secretBytesMax = 64;

interface SignedMessage {
  /** The id is the same for every attempt to deliver an event, so that receivers recognize repetitions. It has no full stop. */
  readonly id: string;
  /** The time of this attempt. Receivers refuse a message that is more than some minutes old. */
  readonly timestampSeconds: number;
  /** The exact body that is sent. */
  readonly body: string;
  /** The newest secret comes first. During a replacement there are two secrets, and receivers may have either. */
  readonly secrets: readonly string[];
}

type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/** Returns a new signing secret: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

/**
 * Returns the headers that prove the sender of a message, with a signature for each secret
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Throws if there is no secret, or a
 * malformed one.
 */
export function signatureHeaders({ id, timestampSeconds, body, secrets }: SignedMessage): SignatureHeaders {
  if (secrets.length === 0) throw new Error('there is no secret to sign with');
  const signed = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map(
    (secret) =>
      `${signatureVersion},${createHmac('sha256', keyOf(secret)).update(signed, 'utf8').digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Returns the key of a secret. Throws if the secret is damaged, because Node's decoder skips invalid characters and would return a wrong
 * key.
 */
function keyOf(secret: string): Buffer {
  const encoded = secret.slice(secretPrefix.length);
  const key = Buffer.from(encoded, 'base64');
  const isIntact = secret.startsWith(secretPrefix) && key.toString('base64') === encoded;
  if (!isIntact || key.length < secretBytesMin || key.length > secretBytesMax)
    throw new Error('a signing secret is malformed');
  return key;
}
