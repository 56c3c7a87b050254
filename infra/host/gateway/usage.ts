import type { UsageKeyDefinition } from '../template/api.ts';
import type { GatewayError } from './gatewayResponses.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Usage plans as API Gateway applies them. Each key has a token bucket, which fills at the rate of the plan up to the burst of the plan
 * ("Usage plans and API keys for REST APIs").
 */
export class Usage {
  readonly #keys: ReadonlyMap<string, UsageKeyDefinition>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(keys: readonly UsageKeyDefinition[]) {
    this.#keys = new Map(keys.map((key) => [key.value, key]));
  }

  /** Takes a token for a request with this key. Returns an error if no token is left. `now`: milliseconds of a monotonic clock. */
  take(value: string | undefined, now: number): GatewayError | undefined {
    const key = value === undefined ? undefined : this.#keys.get(value);
    if (!key) return 'INVALID_API_KEY';
    const bucket = this.#buckets.get(key.value) ?? { tokens: key.burst, filledAt: now };
    const tokens = Math.min(key.burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * key.ratePerSecond);
    const isAllowed = tokens >= 1;
    this.#buckets.set(key.value, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
    return isAllowed ? undefined : 'THROTTLED';
  }
}
