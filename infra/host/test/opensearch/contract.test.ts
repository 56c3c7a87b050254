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
  test.for<[string, object]>([
    ['another dynamic mapping', { mappings: { ...mappings, dynamic: true } }],
    ['settings', { mappings, settings: { number_of_shards: 2 } }],
    ['no text field', { mappings: { ...mappings, properties: { a: { type: 'keyword' } } } }],
  ])('with %s is refused', async ([, body]) => {
    const answer = await opened.ask('PUT', '/refused', body);

    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'illegal_argument_exception' } } });
    expect((await opened.search({ query: all }, 'refused')).status).toBe(404);
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

test.for<[string, string]>([
  ['GET', '/things'],
  ['POST', '/things/_delete_by_query'],
  ['DELETE', '/things'],
])('%s %s is not served', async ([method, path]) => {
  expect(await opened.ask(method, path)).toMatchObject({
    status: 400,
    body: { error: { type: 'illegal_argument_exception', reason: expect.stringContaining(path) } },
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
    ['several texts', { text: ['a', 'b'] }, 'mapper_parsing_exception'],
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

  const parsing = 'parsing_exception';
  const ofShards = 'search_phase_execution_exception';
  const illegal = 'illegal_argument_exception';
  test.for<[object, string, string]>([
    [{ query: { fuzzy: { text: 'a' } } }, parsing, 'unknown query [fuzzy]'],
    [{ query: { term: { text: { value: 'a', boost: 2 } } } }, parsing, 'boost'],
    [{ query: { bool: { should: [all], minimum_should_match: 2 } } }, parsing, 'minimum_should_match'],
    [{ query: { range: { size: { from: 1 } } } }, parsing, 'from'],
    [{}, parsing, '[query] malformed query'],
    [{ query: all, aggs: {} }, parsing, '[search] does not support [aggs]'],
    [{ query: all, track_total_hits: 10 }, parsing, 'track_total_hits'],
    [
      { query: { term: { unknown: 'a' } } },
      ofShards,
      'No field mapping can be found for the field with name [unknown]',
    ],
    [{ query: { prefix: { owner: { value: 'a' } } } }, ofShards, '[owner]'],
    [{ query: { terms: { text: ['a'] } } }, ofShards, '[text]'],
    [{ query: { term: { text: 'a' } } }, ofShards, 'scores [term] only within [constant_score]'],
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
});
