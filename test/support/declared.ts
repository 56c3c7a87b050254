import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { OpenApi } from '../../shared/openapi/model.ts';
import { promisesOf } from '../../shared/openapi/promises.ts';
import { oncePerProcess } from './runner/oncePerProcess.ts';

/** What the committed OpenAPI document says of answers. Another test compares the document with the contract. */
const { promises, codes } = oncePerProcess('declared answers', () => {
  const kept: OpenApi = JSON.parse(
    readFileSync(new URL('../../shared/contract/openapi.json', import.meta.url), 'utf8'),
  );
  const operations = Object.values(kept.paths).flatMap((item) => Object.values(item));
  return {
    promises: new Set(promisesOf(kept)),
    codes: new Map(operations.map((one) => [one.operationId, one['x-error-codes'] ?? {}])),
  };
});

/** Asserts that the OpenAPI document lists an answer of an operation: its status, and the code of an error. */
export function expectDeclared(
  { id, errorFormat }: OperationContract,
  status: number,
  code: string | null,
): void {
  expectPromise(`${id} ${status}`);
  if (code === null) return;
  // The schema of an envelope has the codes of the operation, and the codes with which API Gateway answers in place of the operation.
  if (errorFormat === 'envelope') expectPromise(`${id} ${status} application/json.error.code = ${code}`);
  else
    expect(codes.get(id)?.[status], `the OpenAPI document has the code of a ${status} of ${id}`).toContain(
      code,
    );
}

/** `toContain` would copy all promises for each answer. */
const expectPromise = (line: string): void =>
  expect(promises.has(line), `the OpenAPI document promises ${line}`).toBe(true);
