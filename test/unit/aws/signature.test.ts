import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '@smithy/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256 } from '../../../shared/aws/sdk.ts';
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
    'amz-sdk-request': 'attempt=1; max=3',
    // Proxies change this header, so it is not signed.
    'X-Amzn-Trace-Id': 'Root=1-5759e988-bd862e3fe1be46a994272793',
    baggage: 'a=1,  b=2 ',
  },
  body,
});

test('a signature is the one of the SDK for the same headers', async () => {
  const sign = signerFor('dynamodb');
  await fc.assert(
    fc.asyncProperty(credentials, time, fc.string({ unit: 'grapheme' }), async (identity, at, body) => {
      const request = requestWith(body);
      const sdk = new SignatureV4({
        credentials: identity,
        region: 'eu-west-1',
        service: 'dynamodb',
        sha256: Sha256,
      });

      sign(request, identity, 'eu-west-1', at);

      const { headers } = requestWith(body);
      const signed = await sdk.sign(
        { ...requestWith(body), headers: { ...headers, host: 'dynamodb.eu-west-1.amazonaws.com' } },
        { signingDate: at },
      );
      expect(request.headers).toEqual(signed.headers);
    }),
    { numRuns: 40 },
  );
});

test('a derived key is not used for another secret', () => {
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
