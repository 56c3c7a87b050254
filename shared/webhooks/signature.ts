import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks begins signing secrets, and signatures made with a shared secret, with these. */
const secretPrefix = 'whsec_';
const signatureVersion = 'v1';

/** Standard Webhooks asks for 24 to 64 random bytes; 32 are as many as SHA-256 puts out. */
const secretBytes = 32;
const secretBytesMin = 24;
const secretBytesMax = 64;

interface SignedMessage {
  /** The same for every attempt to deliver the same event: receivers recognize repetitions by it. It has no full stop. */
  readonly id: string;
  /** The time of this attempt. Receivers refuse one that is more than some minutes old. */
  readonly timestampSeconds: number;
  /** The body exactly as it is sent. */
  readonly body: string;
  /** The newest comes first. While a secret is being replaced there are two, and receivers may have either. */
  readonly secrets: readonly string[];
}

type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/** Returns a new signing secret: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

/**
 * Returns the headers that prove who sent a message, one signature for each secret
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Throws when there is no
 * secret, or one that is malformed.
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

/** Node's decoder skips what is not Base64: without these checks a damaged secret would sign, only wrongly. */
function keyOf(secret: string): Buffer {
  const encoded = secret.slice(secretPrefix.length);
  const key = Buffer.from(encoded, 'base64');
  const isIntact = secret.startsWith(secretPrefix) && key.toString('base64') === encoded;
  if (!isIntact || key.length < secretBytesMin || key.length > secretBytesMax)
    throw new Error('a signing secret is malformed');
  return key;
}
