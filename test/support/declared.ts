import { expect } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { openApiDocument } from '../../shared/openapi/document.ts';
import { promisesOf } from '../../shared/openapi/promises.ts';

const promises = new Set(promisesOf(openApiDocument()));

/** Asserts that the OpenAPI document has an answer of an operation: its status, and the code of an error in the envelope format. */
export function expectDeclared({ id, errorFormat }: OperationContract, status: number, code?: string): void {
  expect(promises, 'the OpenAPI document has the status').toContain(`${id} ${status}`);
  if (code !== undefined && errorFormat === 'envelope')
    expect(promises, 'the OpenAPI document has the code').toContain(
      `${id} ${status} application/json.error.code = ${code}`,
    );
}
