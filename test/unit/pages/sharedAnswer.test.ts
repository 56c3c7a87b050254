import { expect, test } from 'vitest';
import { json } from '../../../shared/http/response.ts';
import { sharedAnswer } from '../../../shared/pages/sharedAnswer.ts';

const respond = sharedAnswer(() => json(200, { title: 'for everyone' }));
const etag = respond({}).headers.ETag ?? '';
test('a shared answer can be cached by anyone, with a tag that depends on its content', () => {
  const other = sharedAnswer(() => json(200, { title: 'something else' }))({});

  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(respond({}).headers).toMatchObject({ 'Cache-Control': 'public, max-age=300', ETag: etag });
  expect(other.headers.ETag).not.toBe(etag);
});

test.for([
  ['the tag', etag],
  ['anything', '*'],
])('a shared answer is 304 for %s', ([, ifNoneMatch]) => {
  const response = respond({ 'if-none-match': ifNoneMatch });

  expect(response).toMatchObject({ statusCode: 304, body: '' });
  expect(response.headers).toEqual(respond({}).headers);
  expect(response.headers).toMatchObject({
    ETag: etag,
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept-Encoding',
  });
});

test.for(['"something"', '', 'W/', etag.slice(1, -1)])('a shared answer is sent for %s', (ifNoneMatch) => {
  expect(respond({ 'if-none-match': ifNoneMatch }).statusCode).toBe(200);
});
