import { describe, expect, test } from 'vitest';
import { endpointErrors } from '../../../shared/access/documents.ts';
import { ApiError, lastOwner, wrongField } from '../../../shared/access/errors.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import {
  createDocument,
  listDocuments,
  updateDocument,
} from '../../../shared/contract/operations/documents.ts';
import { updateMemberRole } from '../../../shared/contract/operations/organization.ts';
import { createRoomItems } from '../../../shared/contract/operations/rooms.ts';
import { registerWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { errorResponse } from '../../../shared/http/errorResponse.ts';
import { validate } from '../../../shared/http/validation.ts';

function issuesOf(contract: OperationContract, parts: { path?: unknown; query?: unknown; body?: unknown }) {
  const body = contract.body?.kind === 'json' ? contract.body.schema : contract.body?.fields;
  try {
    validate({
      path: { schema: contract.pathParameters, value: parts.path ?? {} },
      query: { schema: contract.query, value: parts.query ?? {} },
      body: { schema: body ?? contract.query, value: parts.body ?? {} },
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const path = { document_id: `doc_${'0'.repeat(26)}` };

describe('validate', () => {
  const invalid = [
    ['a malformed id', updateDocument, { path: { document_id: 'doc_ILOU' } }, 'document_id'],
    ['a limit of 0', listDocuments, { query: { limit: '0' } }, 'limit'],
    ['no such day', listDocuments, { query: { created_after: '2026-02-30T00:00:00Z' } }, 'created_after'],
    [
      'no text for an id or a word',
      createRoomItems,
      { path: { room_id: `room_${'0'.repeat(26)}` }, body: { kind: 'folder', after: null } },
      'after',
    ],
    [
      'a range the wrong way round',
      listDocuments,
      { query: { created_after: '2026-02-03T00:00:00Z', created_before: '2026-02-03T01:00:00+01:00' } },
      'created_after',
    ],
  ] as const;
  test.for([
    ['a list for a body', updateDocument, { path, body: [] }, 'invalid_json', null],
    ...invalid.map(
      ([what, contract, parts, param]) => [what, contract, parts, 'invalid_value', param] as const,
    ),
  ] as const)('refuses %s', ([_, contract, parts, code, param]) => {
    const error = issuesOf(contract, parts);

    expect({ code: error.code, param: error.param }).toEqual({ code, param });
    expect(error.message).toMatch(/^[A-Za-z_]+ .+\.$/);
    expect(error.message).not.toMatch(/Invalid input|is not valid/);
  });

  test('counts characters, not UTF-16 units', () => {
    const form = { schema: createDocument.body.fields, value: { title: '🎉'.repeat(255) } };

    const { body } = validate({
      path: { schema: createDocument.pathParameters, value: {} },
      query: { schema: createDocument.query, value: {} },
      body: form,
    });

    expect(body).toEqual(form.value);
  });

  // Threat: A JSON body takes much computing time
  test('lists at most a hundred issues, missing fields first', () => {
    const unknown = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`field${index}`, 0]));

    const { issues } = issuesOf(createDocument, { body: unknown });

    expect(issues).toHaveLength(100);
    expect(issues[0]).toMatchObject({ code: 'missing_required_field', location: 'body.title' });
    expect(issues[99]).toMatchObject({ code: 'unknown_field', location: 'body.field98' });
  });

  // Threat: A JSON body takes much computing time
  test('reports only that a list of 127,000 wrong elements is too long', () => {
    const body = { url: 'https://receiver.example', events: Array(127_000).fill(0) };

    const { issues } = issuesOf(registerWebhook, { body });

    expect(issues).toEqual([expect.objectContaining({ location: 'body.events', value: null })]);
  });

  test.for([
    [createDocument, { titel: 'T' }, 'title is required. titel is not a field of this request.'],
    [
      updateDocument,
      { titel: 'T', b: 2 },
      'titel is not a field of this request. b is not a field of this request.',
    ],
  ] as const)('names unknown fields beside the first issue: %#', ([contract, body, message]) => {
    const error = issuesOf(contract, { path, body });

    expect(error.message).toMatch(message);
    const { error: envelope, detail } = JSON.parse(errorResponse(contract, error).body);
    expect(envelope?.message ?? detail).toBe(error.message);
  });
});

const onMember = { user_id: `usr_${'0'.repeat(26)}` };

test('the problem format answers 400 when a required field is missing and 422 when it is wrong', () => {
  const missing = errorResponse(updateMemberRole, issuesOf(updateMemberRole, { path: onMember, body: {} }));
  const wrong = errorResponse(
    updateMemberRole,
    issuesOf(updateMemberRole, { path: onMember, body: { role: 'king' } }),
  );

  expect(missing.statusCode).toBe(400);
  expect(wrong.statusCode).toBe(422);
  expect(JSON.parse(wrong.body)).toMatchObject({
    type: 'about:blank',
    title: 'Unprocessable Entity',
    errors: [{ location: 'body.role', value: 'king' }],
  });
});

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
