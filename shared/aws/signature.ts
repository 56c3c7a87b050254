import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { AwsCredentialIdentity, HttpRequest } from '@smithy/types';

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * Returns a function that signs requests without a query (AWS Signature Version 4, "Create a signed AWS API request"). The function caches
 * the signing key, which is derived from the secret and valid for one day.
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
    const { method, headers, hostname, port, path, body } = request;
    headers.host = port === undefined ? hostname : `${hostname}:${port}`;
    headers['x-amz-date'] = time;
    if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;
    else delete headers['x-amz-security-token'];
    headers['x-amz-content-sha256'] ??= hash('sha256', body ?? '');

    const signed = Object.keys(headers)
      .filter((name) => !unsigned.test(name) && !unsignedByService[service]?.test(name))
      .sort();
    const canonicalHeaders = signed
      .map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}\n`)
      .join('');
    const names = signed.join(';');
    const payloadHash = headers['x-amz-content-sha256'];
    const canonical = `${method}\n${path}\n\n${canonicalHeaders}\n${names}\n${payloadHash}`;
    const text = `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', keyFor(secretAccessKey, scope)).update(text).digest('hex');
    headers.authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  };
}

/** Headers that are not signed, because proxies or a second signing change them. */
const unsigned = /^(authorization|x-amzn-trace-id)$/i;

/** OpenSearch Serverless refuses signatures of this header (Amazon OpenSearch Service, "Signing HTTP requests with other clients"). */
const unsignedByService: Readonly<Record<string, RegExp>> = { aoss: /^content-length$/i };
