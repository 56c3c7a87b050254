import type { HttpRequest } from '@smithy/types';
import { expect, test } from 'vitest';
import { signerFor } from '../../../shared/aws/signature.ts';

test('a derived key is not used for another secret', () => {
  const sign = signerFor('dynamodb');
  const at = new Date('2026-04-01T12:00:00Z');
  const signed = (secretAccessKey: string) => {
    const request: HttpRequest = {
      ...{ protocol: 'https:', hostname: 'dynamodb.eu-west-1.amazonaws.com', path: '/', query: {} },
      ...{ method: 'POST', headers: {}, body: '{}' },
    };
    sign(request, { accessKeyId: 'AKIDEXAMPLE', secretAccessKey }, 'eu-west-1', at);
    return request.headers.authorization;
  };

  const [first, second, again] = [signed('one'), signed('two'), signed('one')];

  expect(second).not.toBe(first);
  expect(again).toBe(first);
});
