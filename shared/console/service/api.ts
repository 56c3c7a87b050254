import { signal } from '@preact/signals';
import { createClient } from '../../client/index.ts';
import { baseUrl } from '../paths.ts';

/** When the service answers again, in milliseconds of the epoch, after it refused a request by its rate limit; else null. */
export const waitingUntil = signal<number | null>(null);

/** The session has ended. */
export const isSignedOut = signal(false);

/** The state of the person's rate limit, by the newest answer. `resetsAt`: milliseconds of the epoch. */
let rate = { remaining: Number.POSITIVE_INFINITY, resetsAt: 0 };

/** Notes what a response says about the rate limit and the session. After 429, the client repeats the request by itself. */
export function watch({ status, headers }: Response): void {
  const remaining = headers.get('x-ratelimit-remaining');
  if (remaining !== null)
    rate = { remaining: Number(remaining), resetsAt: Number(headers.get('x-ratelimit-reset')) * 1000 };
  if (status === 429) waitingUntil.value = Date.now() + Number(headers.get('retry-after') ?? 1) * 1000;
  if (status === 401) isSignedOut.value = true;
}

/** Every request of the console goes through this client. The browser adds the cookie of the session. */
export const api = createClient({ baseUrl, onResponse: watch });

/** The requests that other actions of the person keep while many changes run. */
const spareRequests = 50;

/** Waits until the rate limit has room for another request of a long row of changes. */
export async function pace(): Promise<void> {
  const wait = rate.resetsAt - Date.now();
  if (rate.remaining > spareRequests || wait <= 0) return;
  waitingUntil.value = rate.resetsAt;
  await new Promise((resolve) => setTimeout(resolve, wait));
  waitingUntil.value = null;
}
