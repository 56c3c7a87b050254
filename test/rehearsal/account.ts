import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../../shared/aws/sdk.ts';

export const accountId = '111122223333';
export const region = 'us-east-1';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The emulator accepts these as the credentials of the account's root. */
export const rootKey: AccessKey = { accessKeyId: 'test', secretAccessKey: 'test' };

/**
 * Calls actions of AWS's query protocol, such as IAM's, as the account's root. Returns the XML. Throws an error with the service's
 * answer if the service refuses.
 */
export async function query(service: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  return call(service, {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
  });
}

/** Calls an operation of a REST protocol with JSON, such as Lambda's, as the account's root. */
export async function rest(service: string, method: string, path: string, body?: object): Promise<unknown> {
  const text = await call(service, {
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  return text === '' ? undefined : JSON.parse(text);
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function call(service: string, { method, path, headers, body }: Call): Promise<string> {
  const endpoint = new URL(path, process.env.AWS_ENDPOINT_URL);
  const signer = new SignatureV4({ service, region, credentials: rootKey, sha256: Sha256 });
  const signed = await signer.sign({
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    port: Number(endpoint.port),
    method,
    path: endpoint.pathname,
    query: Object.fromEntries(endpoint.searchParams),
    headers: { ...headers, host: endpoint.host },
    body,
  });
  const response = await fetch(endpoint, { method, headers: signed.headers, ...(body !== '' && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} answered ${response.status} to ${method} ${path}: ${text}`);
  return text;
}
