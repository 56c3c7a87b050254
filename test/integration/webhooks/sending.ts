import { expect } from 'vitest';
import { type PostRequest, type PostResult, post } from '../../../shared/webhooks/post.ts';

/** Long enough for a request on a busy machine, and short enough for a test. */
const briefMilliseconds = 1000;

/** A secret that no result may contain. */
const signature = 'v1,c2VjcmV0c2VjcmV0c2VjcmV0';

/** Posts to a receiver on this machine, and checks the properties that all results have. */
export async function send(url: string, given: Partial<PostRequest> = {}): Promise<PostResult> {
  const request = {
    url,
    headers: { 'webhook-id': 'msg_1', 'webhook-signature': signature },
    body: '{}',
    allowPrivateTargets: true,
    ...given,
  };

  const result = await post(request);

  expect(Number.isInteger(result.latencyMilliseconds)).toBe(true);
  expect(JSON.stringify(result)).not.toContain(signature);
  if (result.kind === 'failed') expect(result.message).toMatch(/^[A-Z][^\n]{10,120}\.$/);
  return result;
}

/** Posts with a short time limit. */
export const sendBriefly = (url: string, given: Partial<PostRequest> = {}): Promise<PostResult> =>
  send(url, { timeoutMilliseconds: briefMilliseconds, ...given });
