import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxJsonBodyBytes } from '../../shared/contract/limits.ts';
import { type OperationContract, refusesUnknownQuery } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { Answer, CallRequest } from '../support/client.ts';
import { apiKeys, call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { membersOf, problem } from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';
import { bodies, ownersSession, pathNamesOf, unknownIds } from './requests.ts';

/** All requests name this document, or nothing that exists. None may change anything. */
const { document_id, version_id } = await readyDocument();
const path: typeof unknownIds = { ...unknownIds, document_id, version_id };
const state = async () => ({ ...(await stateOf(document_id)), members: await membersOf() });
let before: unknown;
beforeAll(async () => {
  before = await state();
});
afterAll(async () => {
  expect(await state()).toEqual(before);
});

const send = (contract: OperationContract, { headers, ...request }: CallRequest) =>
  call(contract, { ...ownersSession, path, ...request, headers: { ...ownersSession.headers, ...headers } });

/** Asserts that an answer refuses a part of a request, and names it in the format of the operation. */
function expectRefused(answer: Answer<unknown>, ...[code, name]: Parameters<typeof refused>): void {
  expect(answer).toMatchObject(answer.error ? refused(code, name) : problem(400));
  if (answer.problem) expect(answer.problem.detail).toContain(name ?? '');
}

const formatOf = ({ errorFormat }: OperationContract) => errorFormat;
/** An operation of each format. All operations read requests with the same code. */
const oneOfEach = <T extends OperationContract>(contracts: readonly T[]): T[] =>
  [...Map.groupBy(contracts, formatOf).values()].flatMap((all) => all.slice(0, 1));

describe('without a credential, any request gets 401 before it is read', () => {
  const bad = {
    path: Object.fromEntries(Object.keys(unknownIds).map((name) => [name, 'bad'])),
    query: { limit: 'bad' },
  };
  test.for(allOperations)('$id', async (contract) => {
    const body =
      contract.method === 'GET' ? {} : { raw: '{', headers: { 'Content-Type': 'application/json' } };
    const wrong = { Authorization: `Bearer ${apiKeys.owner.slice(0, -1)}!` };

    const none = await call(contract, { as: null, ...bad, ...body });
    const altered = await call(contract, { as: null, path, headers: wrong });

    for (const [answer, code] of [
      [none, 'missing_api_key'],
      [altered, 'invalid_api_key'],
    ] as const) {
      expect(answer).toMatchObject(answer.error ? refused(code) : problem(401));
      expect(answer.headers.get('x-error-code')).toBe(code);
    }
  });
});

describe('an id in the path', () => {
  const withPath = allOperations.filter((contract) => pathNamesOf(contract).length > 0);
  const ask = async (contract: OperationContract, ids: Readonly<Record<string, string>>) =>
    send(contract, { ...(await bodies[contract.id]?.()), path: ids });

  test.for(withPath)('that is malformed is refused: $id', async (contract) => {
    const isThorough = oneOfEach(withPath).includes(contract);
    for (const name of pathNamesOf(contract)) {
      const id = unknownIds[name];
      const [prefix] = id.split('_');
      const malformed = [`${prefix}_1`, `${name === 'policy_id' ? 'doc' : 'pol'}_${'0'.repeat(26)}`];
      const more = [id.toUpperCase(), `${id}\n`, `${id}/x`];
      for (const wrong of isThorough ? [...malformed, ...more] : malformed)
        expectRefused(await ask(contract, { ...path, [name]: wrong }), 'invalid_value', name);
    }
  });

  test.for(withPath)('of nothing that exists is not found: $id', async (contract) => {
    const [first, second] = pathNamesOf(contract);
    const notFound = (name: string) =>
      contract.errorFormat === 'envelope' ? refused('resource_not_found', name) : problem(404);

    expect(await ask(contract, unknownIds)).toMatchObject(notFound(first ?? ''));
    if (first === 'document_id' && second)
      expect(await ask(contract, { ...unknownIds, document_id })).toMatchObject(notFound(second));
  });

  test('that is wrong beside a wrong body is refused together with it', async () => {
    const answer = await call.updateMemberRole({ path: { user_id: 'nobody' }, json: { role: 'king' } });

    expect(answer).toMatchObject(problem(422, ['path.user_id', 'nobody'], ['body.role', 'king']));
  });
});

describe('a query', () => {
  const withPages = allOperations.filter(({ query }) => 'cursor' in query.shape);
  const reading = allOperations.filter(({ method }) => method === 'GET');
  const required = (contract: OperationContract): Readonly<Record<string, string>> =>
    (contract.id === 'listDocumentDetails' && { ids: document_id }) ||
    (contract.id === 'search' && { q: 'plan' }) ||
    {};

  test.for(withPages)('with a wrong limit or cursor is refused: $id', async (contract) => {
    const isThorough = oneOfEach(withPages).includes(contract);
    const wrong = {
      limit: ['0', '101', ...(isThorough ? ['1.5', '1e1', '', ' 5', '１'] : [])],
      cursor: [btoa('not ours'), ...(isThorough ? ['*not base64*', ''] : [])],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values) {
        const code = name === 'limit' ? 'invalid_value' : 'invalid_cursor';
        const query = { ...required(contract), [name]: value };
        expectRefused(await send(contract, { query }), code, name);
      }
  });

  test.for(reading)(
    'with an unknown parameter is refused, except if clients send such ones: $id',
    async (contract) => {
      const answer = await send(contract, { query: { ...required(contract), page: '2' } });

      if (!refusesUnknownQuery(contract)) expect(answer.error?.code).not.toBe('unknown_field');
      else if (answer.error) expect(answer).toMatchObject(refused('unknown_field', 'page'));
      else
        expect(answer).toMatchObject({
          status: 422,
          problem: { errors: [{ location: 'query.page', value: '2' }] },
        });
    },
  );
});

describe('a body', () => {
  const taking = allOperations.filter(({ body }) => body?.kind === 'json');
  const json = { 'Content-Type': 'application/json' };
  const notJson = ['{"name": "Half', '[{"name": "N"}]'];
  const more = [
    '{"title": "T",}',
    '{"title": "T"}{"title": "U"}',
    '',
    '"title"',
    'null',
    Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]),
  ];
  const otherTypes = ['text/plain', 'multipart/form-data; boundary=b'];

  test.for(taking)('that is no JSON object is refused: $id', async (contract) => {
    const isThorough = oneOfEach(taking).includes(contract);
    for (const raw of isThorough ? [...notJson, ...more] : notJson)
      expectRefused(await send(contract, { raw, headers: json }), 'invalid_json', null);
  });

  test.for(taking)('of another content type, or of none, is refused: $id', async (contract) => {
    const isThorough = oneOfEach(taking).includes(contract);
    for (const type of ['application/x-www-form-urlencoded', ...(isThorough ? otherTypes : [])])
      expectRefused(
        await send(contract, { raw: '{"title": "T"}', headers: { 'Content-Type': type } }),
        'unsupported_media_type',
        'Content-Type',
      );
    const raw = Uint8Array.from(Buffer.from('{"title": "T"}'));
    expectRefused(await send(contract, { raw }), 'unsupported_media_type', 'Content-Type');
  });

  /** JSON may be followed by any amount of white space. */
  const padded = (bytes: number, text = '{"é":1}') => text + ' '.repeat(bytes - Buffer.byteLength(text));

  // Threat: A JSON body takes much computing time
  test.for(taking)('that is one byte larger is refused: $id', async (contract) => {
    const answer = await send(contract, { raw: padded(maxJsonBodyBytes + 1), headers: json });

    expectRefused(answer, 'body_too_large', null);
    expect(answer.error?.message ?? answer.problem?.detail).toBe('The body must be at most 256000 bytes.');
  });
});
