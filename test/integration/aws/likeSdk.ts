import { hash } from 'node:crypto';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect } from 'vitest';
import type { AnsweringStore, Sent } from './answering.ts';

/**
 * The headers in which the SDK differs. Some name the SDK. Before it sends a body of 2 MB or more, it asks S3 to expect the body, and
 * uses a connection for this body alone; the service saves the round trip and the connection.
 */
const ofTheSdk = ['user-agent', 'x-amz-user-agent', 'expect', 'connection'];

/** Headers that differ between any two requests. The signature is compared by itself. */
const differing = ['amz-sdk-invocation-id', 'x-amz-date', 'authorization'];

/** A request as it is compared: each header, and the body byte by byte, or as JSON, whose members have no order. */
function comparable({ line, headers, bytes, body }: Sent): object {
  const left = Object.entries(headers).filter(
    ([name]) => !ofTheSdk.includes(name) && !differing.includes(name),
  );
  const isHashed = headers['x-amz-content-sha256'] === hash('sha256', bytes);
  const isJson = headers['content-type']?.startsWith('application/x-amz-json');
  return {
    // S3's operation follows from the method and the headers. The SDK names it once more, for logs.
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
 * Fails unless the request has the signature that the SDK's signer makes of it. The SDK's own request tells which headers are signed,
 * as some are added when it is sent.
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

/** The same call, by the service's own sender and by the SDK's command. */
export interface Call {
  readonly ours: () => Promise<unknown>;
  readonly sdks: () => Promise<unknown>;
}

/** Fails unless both make the same requests, and the SDK's signer signs ours as they are. */
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
