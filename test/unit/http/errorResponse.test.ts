import { expect, test } from 'vitest';
import { endpointErrors } from '../../../shared/access/documents.ts';
import { type ApiError, lastOwner, wrongField } from '../../../shared/access/errors.ts';
import { errorResponse } from '../../../shared/http/errorResponse.ts';

const codeIn = (errorFormat: 'envelope' | 'problem', error: ApiError) =>
  errorResponse({ errorFormat }, error).headers['X-Error-Code'];

test.for([
  ['name_taken', wrongField('name', 'cannot be taken', 'N', 'name_taken')],
  ['last_owner', lastOwner({ location: 'body.role', param: 'role', value: 'member' })],
  ['endpoint_disabled', endpointErrors.endpoint_disabled({ id: 'whk_1', disabled: { at: '2026-01-01' } })],
] as const)('a problem has %s, and an envelope the general code', ([code, error]) => {
  expect(codeIn('problem', error)).toBe(code);
  expect(codeIn('envelope', error)).toBe('invalid_value');
});

test.for([
  ['file_too_large', 'invalid_value'],
  ['unknown_field', 'unknown_field'],
  ['missing_required_field', 'missing_required_field'],
] as const)('%s is %s in a problem', ([code, inProblem]) => {
  const error = wrongField('name', 'is wrong', undefined, code);

  expect([codeIn('envelope', error), codeIn('problem', error)]).toEqual([code, inProblem]);
});
