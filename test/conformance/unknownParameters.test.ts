import { describe, expect, test } from 'vitest';
import { apiKeys } from '../support/documents.ts';
import { base_url } from '../support/organizations.ts';

/** Sends a GET with a raw query, because the client cannot send a parameter twice. */
const get = async (target: string) => {
  const response = await fetch(base_url + target, { headers: { Authorization: `Bearer ${apiKeys.owner}` } });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

test.for(['?&limit=1&', '?&=&'])('empty pieces of a query are ignored: %s', async (query) => {
  expect(await get(`/v1/documents${query}`)).toMatchObject({ status: 200 });
  expect(await get(`/v1/policies${query}`)).toMatchObject({ status: 200 });
});

test.for(['?limit=1&=x'])('a value without a name is refused: %s', async (query) => {
  const message = expect.stringContaining('without a name');

  expect(await get(`/v1/documents${query}`)).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_field', param: null, message } },
  });
  expect(await get(`/v1/policies${query}`)).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query', message }] },
  });
});

describe('in the problem format', () => {
  test('a repeated parameter is answered 422 too', async () => {
    const answer = await get('/v1/policies?archived=true&archived=false');

    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ location: 'query.archived', value: ['true', 'false'] }] },
    });
  });

  test('wrong values are listed together with an unknown parameter', async () => {
    const answer = await get('/v1/policies?zz=1&zz=2&limit=0&archived=maybe');

    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            location: 'query.zz',
            message: 'zz is not a query parameter. This operation has limit, cursor, archived.',
            value: ['1', '2'],
          },
          { location: 'query.limit', message: 'limit must be an integer from 1 to 100.', value: '0' },
          { location: 'query.archived', message: 'archived must be one of true, false.', value: 'maybe' },
        ],
      },
    });
  });
});
