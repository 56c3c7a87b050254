import { signal } from '@preact/signals';
import { createClient } from '../../client/index.ts';
import { baseUrl } from '../paths.ts';

/** The end of a refusal by the rate limit, in epoch milliseconds; null if there is none. */
export const waitingUntil = signal<number | null>(null);

/** Whether the session has ended. */
export const isSignedOut = signal(false);

/** The state of the person's rate limit in the newest answer. `resetsAt`: epoch milliseconds. */
let rate = { remaining: Number.POSITIVE_INFINITY, resetsAt: 0 };

/** Stores the state of the rate limit and the session from a response. The client itself repeats a request after 429. */
export function watch({ status, headers }: Response): void {
  const remaining = headers.get('x-ratelimit-remaining');
  if (remaining !== null)
    rate = { remaining: Number(remaining), resetsAt: Number(headers.get('x-ratelimit-reset')) * 1000 };
  if (status === 429) waitingUntil.value = Date.now() + Number(headers.get('retry-after') ?? 1) * 1000;
  if (status === 401) isSignedOut.value = true;
}

/** Every request of the console goes through this client. The browser adds the cookie of the session. */
export const api = createClient({ baseUrl, onResponse: watch });

/** The number of requests that a batch leaves to other actions of the person. */
const spareRequests = 50;

/** Waits until the rate limit has room for another request of a batch. */
export async function pace(): Promise<void> {
  const wait = rate.resetsAt - Date.now();
  if (rate.remaining > spareRequests || wait <= 0) return;
  waitingUntil.value = rate.resetsAt;
  await new Promise((resolve) => setTimeout(resolve, wait));
  waitingUntil.value = null;
}
