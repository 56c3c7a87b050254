import { expect } from 'vitest';
import { type PostRequest, type PostResult, post } from '../../../shared/webhooks/post.ts';

/** Long enough for an exchange on this machine, short enough to wait for. */
export const briefMilliseconds = 300;

/** What must never come back in a result. */
const signature = 'v1,c2VjcmV0c2VjcmV0c2VjcmV0';

/** Posts to a receiver on this machine, and holds every result against what all results have in common. */
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

/** The same with a time limit that a test can wait for; it has to be kept. */
export async function sendBriefly(url: string, given: Partial<PostRequest> = {}): Promise<PostResult> {
  const beganAt = performance.now();
  const result = await send(url, { timeoutMilliseconds: briefMilliseconds, ...given });
  expect(performance.now() - beganAt).toBeLessThan(briefMilliseconds + 500);
  return result;
}
