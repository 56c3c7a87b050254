import { expect, test } from 'vitest';
import { allOperations } from '../../../shared/contract/operations.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { Operation } from '../../../shared/openapi/model.ts';

const { paths, components } = openApiDocument();
const all = Object.values(paths).flatMap((item) => Object.values(item));
const published = (id: string) => all.find(({ operationId }) => operationId === id);

/** Returns the error codes of an operation in the envelope format, by status. */
const codesInBodies = (responses: Operation['responses'] = {}) =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, answer]) => {
      const response = '$ref' in answer ? components.responses[answer.$ref.replace(/.*\//, '')] : answer;
      const codes = response?.content?.['application/json']?.['x-error-codes'];
      return Number(status) >= 400 && codes ? [[status, codes]] : [];
    }),
  );

test.for(allOperations)('$id has the statuses and codes of its errors, and no others', (contract) => {
  const { responses, 'x-error-codes': codes = {} } = published(contract.id) ?? {};
  const statuses = Object.keys(responses ?? {}).filter((status) => Number(status) >= 400);
  // Specification 7.1 lists this status, which these operations never answer.
  const reserved = ['listDocuments', 'createDocument'].includes(contract.id) ? ['404'] : [];

  expect(statuses).toEqual([...Object.keys(codes), ...reserved].toSorted());
  expect(statuses.length).toBeGreaterThan(2);
  const inBodies = codesInBodies(responses);
  for (const [status, listed] of Object.entries(codes)) {
    expect(listed).toEqual([...new Set(listed)]);
    // API Gateway answers with other codes too.
    if (contract.errorFormat === 'envelope')
      expect(inBodies[status]).toEqual(expect.arrayContaining([...listed]));
  }
});
