import { hash } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect } from 'vitest';
import { Sha256 } from '../../../shared/aws/sdk.ts';
import type { AnsweringStore, Sent } from './answering.ts';

/**
 * The headers that differ from the SDK's. Some name the SDK. For a body of 2 MB or more, the SDK waits for S3 to accept it, and
 * uses a separate connection; the service saves this round trip and the connection.
 */
const ofTheSdk = ['user-agent', 'x-amz-user-agent', 'expect', 'connection'];

/** Headers that differ in any two requests. A separate comparison checks the signature. */
const differing = ['amz-sdk-invocation-id', 'x-amz-date', 'authorization'];

/**
 * Returns the parts of a request to compare: the headers, and the body. A JSON body is parsed, because the order of its members is free. Of
 * any other body, the hash is compared.
 */
function comparable({ line, headers, bytes, body }: Sent): object {
  const left = Object.entries(headers).filter(
    ([name]) => !ofTheSdk.includes(name) && !differing.includes(name),
  );
  const isHashed = headers['x-amz-content-sha256'] === hash('sha256', bytes);
  const isJson = headers['content-type']?.startsWith('application/x-amz-json');
  return {
    // The SDK adds the name of the operation to the query, for logs. S3 does not need this name: method and headers determine the
    // operation.
    line: line.replace(/\?x-id=\w+$/, ''),
    headers: { ...Object.fromEntries(left), 'x-amz-content-sha256': isHashed },
    body: isJson ? JSON.parse(body) : hash('sha256', bytes),
  };
}

export interface Signing {
  readonly service: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

const signedHeadersOf = ({ headers }: Sent): string[] =>
  /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];

/**
 * Fails unless the SDK's signer makes the same signature for the request. Signs the headers that the SDK signed in its own request, because
 * the SDK adds some headers after signing.
 */
async function expectSdkSignature(
  request: Sent,
  sdkRequest: Sent,
  { service, region, credentials }: Signing,
): Promise<void> {
  const { authorization } = request.headers;
  const names = signedHeadersOf(sdkRequest).filter((name) => !ofTheSdk.includes(name));
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
  const [method = '', path = ''] = request.line.split(' ');
  const signer = new SignatureV4({
    credentials,
    region,
    service,
    sha256: Sha256,
    uriEscapePath: service !== 's3',
  });
  const asked = { method, path, headers, body: request.bytes, protocol: 'http:', hostname: '', query: {} };
  const signed = await signer.sign(asked, { signingDate: new Date(request.signedAt) });
  expect(authorization).toBe(signed.headers.authorization);
}

/** The same call, by the service and by a command of the SDK. */
export interface Call {
  readonly ours: () => Promise<unknown>;
  readonly sdks: () => Promise<unknown>;
}

/** Fails unless both calls send the same requests, and the SDK's signer makes the signatures of the service's requests. */
export async function expectLikeSdk(
  store: AnsweringStore,
  { ours, sdks }: Call,
  signing: Signing,
): Promise<void> {
  store.take();
  await ours();
  const sent = store.take();
  await sdks();
  const sdkSent = store.take();
  expect(sent.map(comparable)).toEqual(sdkSent.map(comparable));
  expect(sent).not.toEqual([]);
  for (const [index, request] of sent.entries()) {
    expect(request.headers['amz-sdk-invocation-id']).toMatch(/^[-0-9a-f]{36}$/);
    const sdkRequest = sdkSent[index];
    if (sdkRequest) await expectSdkSignature(request, sdkRequest, signing);
  }
}
