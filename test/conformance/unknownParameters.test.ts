import { expect, test } from 'vitest';
import { apiKeys } from '../support/documents.ts';
import { base_url } from '../support/organizations.ts';

/** Sends a GET with a raw query, because the client cannot send a parameter twice. */
const get = async (target: string) => {
  const response = await fetch(base_url + target, { headers: { Authorization: `Bearer ${apiKeys.owner}` } });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

test('empty pieces of a query are ignored, and a value without a name is refused', async () => {
  const message = expect.stringContaining('without a name');

  for (const query of ['?&limit=1&', '?&=&'])
    for (const path of ['/v1/documents', '/v1/policies'])
      expect(await get(path + query)).toMatchObject({ status: 200 });
  expect(await get('/v1/documents?limit=1&=x')).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_field', param: null, message } },
  });
  expect(await get('/v1/policies?limit=1&=x')).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query', message }] },
  });
});

test('in the problem format, wrong values are listed together with an unknown parameter', async () => {
  expect(await get('/v1/policies?archived=true&archived=false')).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query.archived', value: ['true', 'false'] }] },
  });

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
