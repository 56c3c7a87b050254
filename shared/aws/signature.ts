import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { AwsCredentialIdentity, HttpRequest } from '@smithy/types';

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * Returns a function that signs requests of the JSON protocols, which are all `POST /` with the same few headers (AWS Signature
 * Version 4, "Create a signed AWS API request"). It keeps the key that is derived from the secret, which holds for a day.
 */
export function signerFor(service: string) {
  let derived: { readonly scope: string; readonly secret: string; readonly key: KeyObject } | undefined;

  const keyFor = (secret: string, scope: string): KeyObject => {
    if (derived?.scope !== scope || derived.secret !== secret) {
      const key = scope
        .split('/')
        .reduce<Buffer>(
          (parent, part) => createHmac('sha256', parent).update(part).digest(),
          Buffer.from(`AWS4${secret}`),
        );
      derived = { scope, secret, key: createSecretKey(key) };
    }
    return derived.key;
  };

  return (
    request: HttpRequest,
    { accessKeyId, secretAccessKey, sessionToken }: AwsCredentialIdentity,
    region: string,
    at: Date,
  ): void => {
    const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
    const { headers, hostname, port, path, body } = request;
    headers.host = port === undefined ? hostname : `${hostname}:${port}`;
    headers['x-amz-date'] = time;
    if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;

    const signed = sessionToken === undefined ? signedHeaders : signedHeadersWithToken;
    const canonicalHeaders = signed.map((name) => `${name}:${headers[name]}\n`).join('');
    const names = signed.join(';');
    const canonical = `POST\n${path}\n\n${canonicalHeaders}\n${names}\n${hash('sha256', body)}`;
    const text = `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', keyFor(secretAccessKey, scope)).update(text).digest('hex');
    headers.authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  };
}

/** In the order of their names, as the signature wants them. */
const signedHeaders = ['content-type', 'host', 'x-amz-date', 'x-amz-target'];
const signedHeadersWithToken = signedHeaders.toSpliced(-1, 0, 'x-amz-security-token');
