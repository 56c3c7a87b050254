import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../shared/contract/errorCodes.ts';
import { maxJsonBodyBytes } from '../../shared/contract/limits.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { call, readyDocument } from '../support/documents.ts';

const { document_id, version_id } = await readyDocument();
const path = { document_id, version_id, user_id: `usr_${'0'.repeat(26)}` };
const headers = { 'Content-Type': 'application/json' };

const taking = allOperations.filter(({ body }) => body?.kind === 'json');

/** JSON may be followed by any amount of white space. */
const padded = (bytes: number, json = '{"é":1}') => json + ' '.repeat(bytes - Buffer.byteLength(json));

describe.for(taking)('$id', (contract) => {
  test('reads a body of the largest size', async () => {
    const { problem, error } = await call(contract, { path, headers, raw: padded(maxJsonBodyBytes) });

    // Which of the two an operation finds fault with first: the unknown field, or a required one that is missing.
    expect(error?.message ?? problem?.detail).toMatch(/ is not a field of this request\.$| is required\.$/);
  });

  test('takes a body that is compressed for what it unpacks to', async () => {
    const plain = await call(contract, { path, headers, raw: '{"é":1}' });

    const zipped = { ...headers, 'Content-Encoding': 'gzip' };
    const answer = await call(contract, { path, headers: zipped, raw: gzipSync('{"é":1}') });

    expect(answer.status).toBe(400);
    expect([answer.status, answer.error, answer.problem]).toEqual([plain.status, plain.error, plain.problem]);
  });

  test('refuses a body that is one byte larger', async () => {
    const answer = await call(contract, { path, headers, raw: padded(maxJsonBodyBytes + 1) });

    expect(answer.status).toBe(errorCodes.body_too_large.status);
    if (answer.error) expect(answer.error).toMatchObject({ code: 'body_too_large', param: null });
    else expect(answer.problem).toMatchObject({ title: 'Bad Request', status: 400 });
    expect(answer.error?.message ?? answer.problem?.detail).toBe('The body must be at most 256000 bytes.');
  });
});
