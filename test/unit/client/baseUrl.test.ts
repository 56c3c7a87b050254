import { expect, test } from 'vitest';
import { createClient } from '../../../shared/client/index.ts';

/** Makes a client without the checks of the compiler, as JavaScript can, and counts its requests. */
function create(options: object) {
  let requests = 0;
  const fetch = async () => {
    requests++;
    return Response.json({ items: [], pagination: { next_cursor: '', has_more: false } });
  };
  const client = Reflect.apply(createClient, undefined, [{ ...options, fetch }]);
  return { client, requests: () => requests };
}

test.for([
  ['is missing', {}, 'baseUrl is missing.'],
  ['is empty', { baseUrl: '' }, 'baseUrl is missing.'],
  ['has no scheme', { baseUrl: 'documents.example.com' }, 'must begin with https:// or http://'],
  ['ends in /v1', { baseUrl: 'https://documents.example.com/v1' }, 'must not contain /v1'],
  ['has a query', { baseUrl: 'https://documents.example.com?a=b' }, 'without a query or a fragment'],
  ['has an empty query', { baseUrl: 'https://documents.example.com/?' }, 'without a query or a fragment'],
  ['has a fragment', { baseUrl: 'https://documents.example.com/#top' }, 'without a query or a fragment'],
  [
    'has a password',
    { baseUrl: 'https://me:word@documents.example.com' },
    'must not have a user or a password',
  ],
  ['is no URL', { baseUrl: 'https://documents example com' }, 'must be a URL'],
] as const)('a client cannot be made if baseUrl %s', ([, options, message]) => {
  expect(() => create(options)).toThrow(TypeError);
  expect(() => create(options)).toThrow(message);
});

test.for(['https://documents.example.com/', 'http://127.0.0.1:4000/prod', 'https://v1.example.com/v10'])(
  'a client can be made for %s, and sends nothing yet',
  async (baseUrl) => {
    const { client, requests } = create({ baseUrl });

    expect(requests()).toBe(0);
    await client.listDocuments();
    expect(requests()).toBe(1);
  },
);
