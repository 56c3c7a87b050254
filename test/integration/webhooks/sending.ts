import { expect } from 'vitest';
import { type PostRequest, type PostResult, post } from '../../../shared/webhooks/post.ts';

/** Long enough for a request on this machine, and short enough for a test. */
export const briefMilliseconds = 300;

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
  const beganAt = performance.now();

  const result = await post(request);

  const took = performance.now() - beganAt;
  expect(result.latencyMilliseconds).toBeLessThanOrEqual(Math.ceil(took));
  expect(Number.isInteger(result.latencyMilliseconds)).toBe(true);
  expect(JSON.stringify(result)).not.toContain(signature);
  if (result.kind === 'failed') expect(result.message).toMatch(/^[A-Z][^\n]{10,120}\.$/);
  return result;
}

/** Posts with a short time limit, and checks that the request ends within the limit. */
export async function sendBriefly(url: string, given: Partial<PostRequest> = {}): Promise<PostResult> {
  const beganAt = performance.now();
  const result = await send(url, { timeoutMilliseconds: briefMilliseconds, ...given });
  expect(performance.now() - beganAt).toBeLessThan(briefMilliseconds + 500);
  return result;
}
