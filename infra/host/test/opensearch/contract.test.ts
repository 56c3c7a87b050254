import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOfTests } from '../ownDirectory.ts';
import { all, mappings, type OpenSearch, openOpenSearch } from './fixture.ts';

const directory = directoryOfTests();
let opened: OpenSearch;
beforeAll(async () => {
  opened = await openOpenSearch(directory);
  await opened.put({ a: { owner: 'mia', text: 'first words', size: 1 } });
});
afterAll(() => opened.close());

describe('an index', () => {
  test('is made once', async () => {
    expect(await opened.ask('PUT', '/other', { mappings })).toMatchObject({
      status: 200,
      body: { acknowledged: true, shards_acknowledged: true, index: 'other' },
    });
    expect(await opened.ask('PUT', '/other', { mappings })).toMatchObject({
      status: 400,
      body: {
        status: 400,
        error: {
          type: 'resource_already_exists_exception',
          reason: 'index [other] already exists',
          root_cause: [{ type: 'resource_already_exists_exception', reason: 'index [other] already exists' }],
        },
      },
    });
  });

  test.for<[string, object]>([
    ['another dynamic mapping', { mappings: { ...mappings, dynamic: true } }],
    ['settings', { mappings, settings: { number_of_shards: 2 } }],
    ['another type', { mappings: { ...mappings, properties: { a: { type: 'date' } } } }],
    [
      'another analyzer',
      { mappings: { ...mappings, properties: { a: { type: 'text', analyzer: 'simple' } } } },
    ],
    ['no text field', { mappings: { ...mappings, properties: { a: { type: 'keyword' } } } }],
  ])('with %s is refused', async ([, body]) => {
    const answer = await opened.ask('PUT', '/refused', body);

    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'illegal_argument_exception' } } });
    expect((await opened.search({ query: all }, 'refused')).status).toBe(404);
  });

  test.for(['Upper', '_hidden', '-a'])('cannot be called %s', async (name) => {
    expect(await opened.ask('PUT', `/${name}`, { mappings })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_index_name_exception' } },
    });
  });
});

test('an unknown index is not found', async () => {
  const notFound = {
    status: 404,
    body: { status: 404, error: { type: 'index_not_found_exception', reason: 'no such index [unknown]' } },
  };
  expect(await opened.search({ query: all }, 'unknown')).toMatchObject(notFound);
  expect(await opened.bulk([{ delete: { _id: 'a' } }], 'unknown')).toMatchObject(notFound);
});

test('an index of another collection is not found', async () => {
  const path = '/things/_search';
  const { endpoint } = opened.server;
  const { send } = await import('./fixture.ts');

  expect(await send(`${endpoint}/two`, { path, body: JSON.stringify({ query: all }) })).toMatchObject({
    status: 404,
    body: { error: { type: 'index_not_found_exception' } },
  });
  expect((await send(`${endpoint}/three`, { path, body: '{}' })).status).toBe(404);
});

test.for<[string, string]>([
  ['GET', '/things'],
  ['GET', '/things/_doc/a'],
  ['POST', '/things/_delete_by_query'],
  ['POST', '/things/_doc'],
  ['POST', '/_bulk'],
  ['DELETE', '/things'],
  ['POST', '/things/_search/template'],
])('%s %s is not served', async ([method, path]) => {
  expect(await opened.ask(method, path)).toMatchObject({
    status: 400,
    body: { error: { type: 'illegal_argument_exception', reason: expect.stringContaining(path) } },
  });
});

test('parameters in the URL are refused', async () => {
  expect(await opened.ask('POST', '/things/_search?routing=a', { query: all })).toMatchObject({
    status: 400,
    body: {
      error: { reason: 'request [/one/things/_search] contains unrecognized parameters: [routing=a]' },
    },
  });
});

describe('a bulk request', () => {
  test('indexes and deletes, each with its outcome', async () => {
    const answer = await opened.bulk([
      { index: { _id: 'b' } },
      { text: 'one' },
      { index: { _id: 'b' } },
      { text: 'two' },
      { delete: { _id: 'b' } },
      { delete: { _id: 'b' } },
      { delete: { _id: 'never' } },
    ]);

    expect(answer.body).toEqual({
      took: expect.any(Number),
      errors: false,
      items: [
        { index: { _index: 'things', _id: 'b', result: 'created', status: 201 } },
        { index: { _index: 'things', _id: 'b', result: 'updated', status: 200 } },
        { delete: { _index: 'things', _id: 'b', result: 'deleted', status: 200 } },
        { delete: { _index: 'things', _id: 'b', result: 'not_found', status: 404 } },
        { delete: { _index: 'things', _id: 'never', result: 'not_found', status: 404 } },
      ],
    });
  });

  test.for<[string, object, string]>([
    ['an unknown field', { unknown: 1 }, 'strict_dynamic_mapping_exception'],
    ['a text for a number', { size: 'large' }, 'mapper_parsing_exception'],
    ['a number that is too large', { size: 2 ** 31 }, 'mapper_parsing_exception'],
    ['a fraction', { at: 0.5 }, 'mapper_parsing_exception'],
    ['a number for a keyword', { owner: 1 }, 'mapper_parsing_exception'],
    ['several texts', { text: ['a', 'b'] }, 'mapper_parsing_exception'],
    ['an object', { owner: { name: 'a' } }, 'mapper_parsing_exception'],
  ])('refuses an entry with %s, and only this entry', async ([, source, type]) => {
    const answer = await opened.bulk([
      { index: { _id: 'refused' } },
      source,
      { index: { _id: 'kept' } },
      { text: 'kept' },
    ]);
    await opened.server.refresh();

    expect(answer.body).toMatchObject({
      errors: true,
      items: [{ index: { _id: 'refused', status: 400, error: { type } } }, { index: { _id: 'kept' } }],
    });
    expect(await opened.find({ term: { text: 'kept' } })).toEqual(['kept']);
  });

  test.for<[string, string]>([
    ['{"create":{"_id":"a"}}\n{}\n', 'found [create]'],
    ['{"update":{"_id":"a"}}\n{}\n', 'found [update]'],
    ['{"index":{"_id":"a"},"delete":{"_id":"a"}}\n{}\n', 'Malformed action/metadata line [1]'],
    [
      '{"delete":{"_id":"a"}}\n{"index":{"_id":"a","routing":"b"}}\n{}\n',
      'line [2] contains an unknown parameter [routing]',
    ],
    ['{"index":{}}\n{}\n', 'no _id'],
    ['[1]\n', 'Malformed'],
    ['no JSON\n', 'Malformed'],
    ['{"delete":{"_id":"a"}}', 'must be terminated by a newline'],
    ['\n', 'no requests added'],
  ])('that is malformed is refused as a whole: %j', async ([body, reason]) => {
    const answer = await opened.ask('POST', '/things/_bulk', body);

    expect(answer).toMatchObject({
      status: 400,
      body: { error: { reason: expect.stringContaining(reason) } },
    });
    expect(await opened.find({ term: { owner: 'mia' } })).toEqual(['a']);
  });

  test('of more than ten megabytes is refused', async () => {
    const line = `${JSON.stringify({ text: 'x'.repeat(1024) })}\n`;
    const body = `{"index":{"_id":"large"}}\n${line}`.repeat(11_000);

    expect((await opened.ask('POST', '/things/_bulk', body)).status).toBe(413);
  });
});

describe('a search', () => {
  test('answers with what was asked for', async () => {
    const { body } = await opened.search({
      query: { constant_score: { filter: { term: { text: { value: 'first' } } }, boost: 2 } },
      _source: ['owner', 'size', 'at'],
      track_total_hits: true,
      collapse: { field: 'owner' },
      sort: [{ _score: 'desc' }, { size: 'asc' }],
    });

    expect(body).toEqual({
      took: expect.any(Number),
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: { value: 1, relation: 'eq' },
        max_score: null,
        hits: [
          {
            _index: 'things',
            _id: 'a',
            _score: 2,
            _source: { owner: 'mia', size: 1 },
            fields: { owner: ['mia'] },
            sort: [2, 1],
          },
        ],
      },
    });
  });

  test('has a total if it is asked for, and never of more than it was told to count', async () => {
    const totalOf = async (more: object) =>
      (await opened.search({ query: { term: { owner: 'mia' } }, size: 0, ...more })).body.hits.total;

    expect(await totalOf({ track_total_hits: true })).toEqual({ value: 1, relation: 'eq' });
    expect(await totalOf({})).toEqual({ value: 1, relation: 'eq' });
    expect(await totalOf({ track_total_hits: false })).toBeUndefined();
  });

  const parsing = 'parsing_exception';
  const ofShards = 'search_phase_execution_exception';
  const illegal = 'illegal_argument_exception';
  test.for<[object, string, string]>([
    [{ query: { fuzzy: { text: 'a' } } }, parsing, 'unknown query [fuzzy]'],
    [{ query: { bool: { must: [{ regexp: { text: 'a' } }] } } }, parsing, 'unknown query [regexp]'],
    [{ query: { term: { text: { value: 'a', boost: 2 } } } }, parsing, 'boost'],
    [{ query: { term: { text: 'a', owner: 'b' } } }, parsing, '[term] malformed query'],
    [{ query: { prefix: { text: { value: 'a', rewrite: 'x' } } } }, parsing, 'rewrite'],
    [{ query: { match_phrase: { text: { query: 'a', slop: 1 } } } }, parsing, 'slop'],
    [{ query: { bool: { must: [], boost: 2 } } }, parsing, 'boost'],
    [{ query: { bool: { should: [all], minimum_should_match: 2 } } }, parsing, 'minimum_should_match'],
    [{ query: { range: { size: { from: 1 } } } }, parsing, 'from'],
    [{ query: { constant_score: { query: all } } }, parsing, 'query'],
    [{ query: [] }, parsing, '[query] malformed query'],
    [{}, parsing, '[query] malformed query'],
    [{ query: all, aggs: {} }, parsing, '[search] does not support [aggs]'],
    [{ query: all, highlight: {} }, parsing, '[search] does not support [highlight]'],
    [{ query: all, size: -1 }, parsing, 'size'],
    [{ query: all, track_total_hits: 10 }, parsing, 'track_total_hits'],
    [{ query: all, collapse: { field: 'owner', inner_hits: {} } }, parsing, 'inner_hits'],
    [{ query: all, sort: ['owner'] }, parsing, 'sort'],
    [
      { query: { term: { unknown: 'a' } } },
      ofShards,
      'No field mapping can be found for the field with name [unknown]',
    ],
    [{ query: { prefix: { unknown: { value: 'a' } } } }, ofShards, '[unknown]'],
    [{ query: { prefix: { owner: { value: 'a' } } } }, ofShards, '[owner]'],
    [{ query: { match_phrase: { size: { query: 'a' } } } }, ofShards, '[size]'],
    [{ query: { terms: { text: ['a'] } } }, ofShards, '[text]'],
    [{ query: { term: { text: 'a' } } }, ofShards, 'scores [term] only within [constant_score]'],
    [{ query: { bool: { must: [{ prefix: { text: { value: 'a' } } }] } } }, ofShards, 'scores [prefix] only'],
    [{ query: { bool: { should: [{ range: { size: { gt: 1 } } }] } } }, ofShards, 'scores [range] only'],
    [{ query: { range: { owner: { gt: 1 } } } }, ofShards, '[owner]'],
    [{ query: { terms: { owner: Array.from({ length: 65_537 }, String) } } }, ofShards, '65536'],
    [
      { query: { bool: { should: Array.from({ length: 1025 }, () => all) } } },
      ofShards,
      'maxClauseCount is set to 1024',
    ],
    [
      { query: all, sort: [{ unknown: 'asc' }] },
      ofShards,
      'No mapping found for [unknown] in order to sort on',
    ],
    [{ query: all, sort: [{ text: 'asc' }] }, ofShards, 'Text fields are not optimised'],
    [{ query: all, collapse: { field: 'unknown' } }, ofShards, 'in order to collapse on'],
    [{ query: all, collapse: { field: 'text' } }, ofShards, 'unknown type for collapse field'],
    [{ query: all, from: 9_990, size: 11 }, ofShards, 'less than or equal to: [10000] but was [10001]'],
    [{ query: all, _source: ['text'] }, illegal, '[text]'],
  ])('%j is refused', async ([body, type, reason]) => {
    const answer = await opened.search(body);

    expect(answer).toMatchObject({ status: 400, body: { status: 400, error: { type } } });
    expect(answer.body.error.root_cause).toEqual([
      { type: expect.any(String), reason: expect.stringContaining(reason) },
    ]);
  });

  test('without JSON is refused', async () => {
    expect(await opened.ask('POST', '/things/_search', '{')).toMatchObject({
      status: 400,
      body: { error: { type: 'parsing_exception' } },
    });
  });
});
