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

test('a shared answer is 304 for its tag, and sent for another one', () => {
  const response = respond({ 'if-none-match': etag });

  expect(response).toMatchObject({ statusCode: 304, body: '' });
  expect(response.headers).toEqual(respond({}).headers);
  expect(response.headers).toMatchObject({ 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' });
  expect(respond({ 'if-none-match': '"something"' }).statusCode).toBe(200);
});
