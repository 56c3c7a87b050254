import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorCodes, errorTypes } from '../../../shared/contract/errorCodes.ts';
import { allOperations, operations } from '../../../shared/contract/operations.ts';
import { isInSpecification } from '../../../shared/openapi/specification.ts';

test('has the 17 operations of the specification, each once', () => {
  const routes = allOperations.map(({ method, path }) => `${method} ${path}`);

  expect(allOperations.filter(({ id }) => isInSpecification(id))).toHaveLength(17);
  expect(new Set(routes).size).toBe(allOperations.length);
  expect(allOperations.map(({ id }) => id)).toEqual(Object.keys(operations));
});

test.for(allOperations.map((operation) => [operation.id, operation] as const))(
  '%s has a schema for each parameter of its path',
  ([_, { path, pathParameters }]) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

    expect(Object.keys(z.toJSONSchema(pathParameters).properties ?? {})).toEqual(inPath);
  },
);

test('has only the statuses of the specification, 412 for requests with the header, and 503 for searches without an engine', () => {
  const statuses = new Set(Object.values(errorCodes).map(({ status }) => status));
  const types = new Set(Object.values(errorCodes).map(({ type }) => type));

  expect([...statuses].toSorted()).toEqual([400, 401, 403, 404, 412, 429, 500, 503]);
  expect([...types].toSorted()).toEqual([...errorTypes].toSorted());
});
