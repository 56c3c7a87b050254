import { setTimeout as delay } from 'node:timers/promises';

/** Sends a request again after 429, which it may get on a busy machine when other requests change the same item. */
export async function retried<T extends { readonly status: number; readonly headers: Headers }>(
  send: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 429) return answer;
    await delay(Number(answer.headers.get('retry-after')) * 1000);
  }
}
