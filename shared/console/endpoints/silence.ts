import type { Operations } from '../../client/types.ts';

export type Delivery = Operations['listWebhookDeliveries']['output']['items'][number];

/** What is counted of a delivery. */
type Tried = Pick<Delivery, 'status' | 'created_at' | 'attempts'>;

const hourMilliseconds = 3_600_000;

const triedAt = ({ attempts, created_at }: Tried): number =>
  Date.parse(attempts.at(-1)?.started_at ?? created_at);

/**
 * Returns the time since which nothing has arrived at an endpoint, if that is an hour or more and deliveries were tried after it: the last
 * success, or the first event that did not arrive. `now`: epoch milliseconds, as the result.
 */
export function silentSince(deliveries: readonly Tried[], now: number): number | undefined {
  const tried = deliveries.filter(({ attempts }) => attempts.length > 0);
  const lastSuccess = Math.max(
    ...tried.filter(({ status }) => status === 'succeeded').map(triedAt),
    -Infinity,
  );
  const failing = tried.filter((one) => one.status !== 'succeeded' && triedAt(one) > lastSuccess);
  const first = Math.min(...failing.map(({ created_at }) => Date.parse(created_at)), Infinity);
  const since = Math.max(lastSuccess, first);
  return now - since >= hourMilliseconds ? since : undefined;
}
