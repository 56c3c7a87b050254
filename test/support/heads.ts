import { expect } from 'vitest';

/** Headers that differ between two requests, or that HEAD must not have. */
const differing = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-amz-request-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-amz-apigw-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];

/** Returns the status of a response and its headers, without ids of views, and without the seconds of Retry-After, which pass in between. */
const described = ({ status, headers }: Response) => ({
  status,
  headers: Object.fromEntries(
    [...headers]
      .filter(([name]) => !differing.includes(name))
      .map(([name, value]) => [
        name,
        name === 'retry-after' ? 'seconds' : value.replace(/[?&]view=act_[0-9a-z]{26}/g, ''),
      ]),
  ),
});

/**
 * Requests a URL with HEAD and then with GET, and expects the same status and headers. Does not follow redirects.
 * `withoutLocation`: GET redirects to a file, HEAD does not. Returns the answer to HEAD.
 */
export async function expectHead(
  url: string,
  headers: Record<string, string>,
  { withoutLocation = false } = {},
): Promise<Response> {
  // API Gateway compresses bodies, and an answer to HEAD has no body. So neither request accepts compression.
  const init = { headers: { 'Accept-Encoding': 'identity', ...headers }, redirect: 'manual' } as const;
  const head = await fetch(url, { ...init, method: 'HEAD' });
  const got = await fetch(url, init);

  const { status, headers: expected } = described(got);
  if (withoutLocation) {
    expect(expected.location).toMatch(/[?&]X-Amz-Signature=/);
    delete expected.location;
  }
  expect(described(head)).toEqual({ status, headers: expected });
  expect(head.headers.get('content-length')).toBeNull();
  expect(await head.text()).toBe('');
  return head;
}
