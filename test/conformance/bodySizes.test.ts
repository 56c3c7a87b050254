import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../shared/contract/errorCodes.ts';
import { maxJsonBodyBytes } from '../../shared/contract/limits.ts';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { sameOrigin } from '../support/organizations.ts';

const { document_id, version_id } = await readyDocument();
const nothing = '0'.repeat(26);
const path = {
  document_id,
  version_id,
  user_id: `usr_${nothing}`,
  policy_id: `pol_${nothing}`,
  webhook_id: `whk_${nothing}`,
  share_id: `shr_${nothing}`,
};
const headers = { 'Content-Type': 'application/json' };

const taking = allOperations.filter(({ body }) => body?.kind === 'json');

/** Sends a body as the owner: with a session if the operation refuses keys. */
const send = (contract: OperationContract, raw: CallRequest['raw'] & {}, more: CallRequest['headers'] = {}) =>
  call(contract, {
    ...(contract.sessionOnly && { session: 'owner' }),
    path,
    headers: { ...headers, ...sameOrigin, ...more },
    raw,
  });

/** JSON may be followed by any amount of white space. */
const padded = (bytes: number, json = '{"é":1}') => json + ' '.repeat(bytes - Buffer.byteLength(json));

describe.for(taking)('$id', (contract) => {
  test('reads a body of the largest size', async () => {
    const { problem, error } = await send(contract, padded(maxJsonBodyBytes));

    // An operation first reports either the unknown field or a missing required field.
    expect(error?.message ?? problem?.detail).toMatch(/ is not a field of this request\.$| is required\.$/);
  });

  test('counts the decompressed size of a compressed body', async () => {
    const plain = await send(contract, '{"é":1}');

    const answer = await send(contract, gzipSync('{"é":1}'), { 'Content-Encoding': 'gzip' });

    expect([400, 422]).toContain(answer.status);
    expect([answer.status, answer.error, answer.problem]).toEqual([plain.status, plain.error, plain.problem]);
  });

  // Threat: A JSON body takes much computing time
  test('refuses a body that is one byte larger', async () => {
    const answer = await send(contract, padded(maxJsonBodyBytes + 1));

    expect(answer.status).toBe(errorCodes.body_too_large.status);
    if (answer.error) expect(answer.error).toMatchObject({ code: 'body_too_large', param: null });
    else expect(answer.problem).toMatchObject({ title: 'Bad Request', status: 400 });
    expect(answer.error?.message ?? answer.problem?.detail).toBe('The body must be at most 256000 bytes.');
  });
});
