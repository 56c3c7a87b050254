import { expect, test } from 'vitest';
import { allOperations } from '../../../shared/contract/operations.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';

const { paths } = openApiDocument();
const published = Object.values(paths).flatMap((item) => Object.values(item));
const codesOf = (id: string) =>
  published.find(({ operationId }) => operationId === id)?.['x-error-codes'] ?? {};

test.for(allOperations)('$id names the codes of its errors, each with a status that it lists', ({ id }) => {
  const operation = published.find(({ operationId }) => operationId === id);
  const codes = Object.entries(operation?.['x-error-codes'] ?? {});

  expect(codes.length).toBeGreaterThan(2);
  for (const [status, listed] of codes) {
    expect(Object.keys(operation?.responses ?? {})).toContain(status);
    expect(listed).toEqual([...new Set(listed)]);
  }
});

test('an operation names no code that it cannot answer', () => {
  expect(codesOf('listDocuments')).not.toHaveProperty('404');
  expect(codesOf('getMe')).not.toHaveProperty('403');
  expect(codesOf('getDocument')['400']).toEqual(['invalid_value']);
  expect(codesOf('createPolicy')['422']).toContain('name_taken');
  expect(codesOf('createInvitation')['422']).not.toContain('name_taken');
});
