import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/errors.ts';
import { namedIssues } from '../../../shared/console/service/namedIssues.ts';

const errorOf = (status: number, body: object, code = 'invalid_value') =>
  new ApiError(new Response(null, { status, headers: { 'X-Error-Code': code } }), JSON.stringify(body));

const envelope = (param: string | null, message = 'No.') => errorOf(400, { error: { message, param } });
const problem = (location: string, value: unknown = '') =>
  errorOf(422, { detail: 'No.', errors: [{ location, message: 'No.', value }] });

test.for([
  ['a field of the envelope', envelope('expires_at'), [{ names: ['expires_at'] }]],
  ['an envelope without a field', envelope(null), []],
  ['a field of a problem', problem('body.url'), [{ names: ['url'] }]],
  [
    'an entry',
    problem('body.rules.allowed_emails.0', 'a'),
    [{ names: ['rules.allowed_emails', 'rules'], entry: 'a' }],
  ],
  ['a problem that begins with it', errorOf(400, { detail: 'url must be https.' }), [{ names: ['url'] }]],
  ['a code of one field', errorOf(409, { detail: 'No.' }, 'name_taken'), [{ names: ['name'] }]],
  ['a refusal', errorOf(403, { detail: 'only owners may.' }, 'insufficient_permissions'), []],
] as const)('finds the fields of an error: %s', ([, error, expected]) => {
  expect(namedIssues(error)).toMatchObject(expected);
  expect(namedIssues(error)).toHaveLength(expected.length);
});
