import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '@smithy/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signerFor } from '../../../shared/aws/signature.ts';

const credentials = fc.record(
  {
    accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
    secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
    sessionToken: fc.stringMatching(/^[A-Za-z0-9/+=]{20,60}$/),
  },
  { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
);
const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

const requestWith = (body: string): HttpRequest => ({
  protocol: 'https:',
  hostname: 'dynamodb.eu-west-1.amazonaws.com',
  path: '/',
  query: {},
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
    // Whatever else a request carries may change on its way.
    'amz-sdk-request': 'attempt=1; max=3',
    'x-amzn-trace-id': 'Root=1-5759e988-bd862e3fe1be46a994272793',
  },
  body,
});

test('a signature is the one that the SDK makes of the same headers', async () => {
  const sign = signerFor('dynamodb');
  await fc.assert(
    fc.asyncProperty(credentials, time, fc.string({ unit: 'grapheme' }), async (identity, at, body) => {
      const request = requestWith(body);
      const sdk = new SignatureV4({
        credentials: identity,
        region: 'eu-west-1',
        service: 'dynamodb',
        sha256: Sha256,
        applyChecksum: false,
      });

      sign(request, identity, 'eu-west-1', at);

      const { headers } = requestWith(body);
      const signed = await sdk.sign(
        { ...requestWith(body), headers: { ...headers, host: 'dynamodb.eu-west-1.amazonaws.com' } },
        {
          signingDate: at,
          unsignableHeaders: new Set(['amz-sdk-request', 'x-amzn-trace-id']),
        },
      );
      expect(request.headers).toEqual(signed.headers);
    }),
  );
});

test('that of a request for an object is the one that the SDK makes of it', async () => {
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const asked = (): HttpRequest => ({
    protocol: 'https:',
    hostname: 'files.s3.eu-west-1.amazonaws.com',
    path: '/uploads/A%20%28b%29.pdf',
    query: {},
    method: 'PUT',
    headers: {
      host: 'files.s3.eu-west-1.amazonaws.com',
      'x-amz-content-sha256': hash,
      'x-amz-copy-source': 'files/direct/A%20%28b%29.pdf',
    },
  });
  const identity = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };
  const at = new Date('2026-04-01T12:00:00Z');
  const sdk = new SignatureV4({
    credentials: identity,
    region: 'eu-west-1',
    service: 's3',
    sha256: Sha256,
    // As S3 wants it: a path is not encoded a second time.
    uriEscapePath: false,
  });
  const request = asked();

  signerFor('s3')(request, identity, 'eu-west-1', at);

  expect(request.headers).toEqual((await sdk.sign(asked(), { signingDate: at })).headers);
});

test('the key that was derived is not used for another secret', () => {
  const sign = signerFor('dynamodb');
  const at = new Date('2026-04-01T12:00:00Z');
  const signed = (secretAccessKey: string) => {
    const request = requestWith('{}');
    sign(request, { accessKeyId: 'AKIDEXAMPLE', secretAccessKey }, 'eu-west-1', at);
    return request.headers.authorization;
  };

  const [first, second, again] = [signed('one'), signed('two'), signed('one')];

  expect(second).not.toBe(first);
  expect(again).toBe(first);
});

test('what is not on the standard port says so', () => {
  const request = { ...requestWith('{}'), port: 8000 };

  signerFor('dynamodb')(request, { accessKeyId: 'A', secretAccessKey: 'B' }, 'eu-west-1', new Date());

  expect(request.headers.host).toBe('dynamodb.eu-west-1.amazonaws.com:8000');
});
