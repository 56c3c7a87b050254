import { commit } from '../../../shared/data/commit.ts';
import { ConflictError } from '../../../shared/data/conflict.ts';
import {
  type AttemptItem,
  createAttempt,
  type DeliveryItem,
  type LoadedDelivery,
  overAs,
  replaceDelivery,
} from '../../../shared/data/deliveries.ts';
import type { EventItem } from '../../../shared/data/events.ts';
import type { Lane, LaneHealth } from '../../../shared/data/lanes.ts';
import { pause } from '../../../shared/data/pause.ts';
import { unschedule } from '../../../shared/data/schedule.ts';
import { type DisabledReason, mayBeTold, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { log } from '../../../shared/log.ts';
import { type PostResult, post } from '../../../shared/webhooks/post.ts';
import { disablesEndpoint, isSuccess, nextAttemptAt, type Outcome } from '../../../shared/webhooks/retry.ts';
import { decryptSecret } from '../../../shared/webhooks/secrets.ts';
import { signatureHeaders } from '../../../shared/webhooks/signature.ts';
import { hostOf } from '../../../shared/webhooks/target.ts';
import { targetRules } from '../../../shared/webhooks/targetRules.ts';
import { disableEndpoint, getEndpointAmongOthers } from '../registrars.ts';
import { attemptOf, interrupted } from './attempt.ts';
import type { Host } from './hostShare.ts';

/** An endpoint is disabled after this long without a success, until an operator enables it again. */
const failingMilliseconds = 120 * 60 * 60_000;
/** An answer that takes longer keeps a worker waiting. */
const slowMilliseconds = 1000;
/** A delivery begins only with an endpoint that was read this recently. */
const freshMilliseconds = 1000;
/** A transaction that was being committed as we read is complete a moment later. */
const lookAgainMilliseconds = 100;

/**
 * Outcomes of requests are recorded with this patience, for otherwise the request has to be sent a second time. It is longer
 * than DynamoDB is ever away without making the news.
 */
const answeredPatience = { patienceMilliseconds: 12_000 };
/** Other records have this patience: a partition that is throttled has room again within a second or two. */
const patience = { patienceMilliseconds: 5000 };

interface OpenSecrets {
  readonly of: string;
  readonly opened: Promise<string[]>;
}

interface ReadEndpoint {
  /** Undefined: it was deleted. */
  readonly webhook: WebhookItem | undefined;
  readonly host: Host;
}

async function read({ organization_id, webhook_id }: Lane): Promise<ReadEndpoint> {
  const { webhook, webhooks } = await getEndpointAmongOthers(organization_id, webhook_id);
  const name = webhook && !webhook.disabled ? hostOf(webhook.url) : '';
  const onHost = webhooks.filter(({ url, disabled }) => !disabled && hostOf(url) === name);
  return { webhook, host: { name, endpoints: onHost.length } };
}

/** A webhook endpoint, for the one worker that has its lane. */
export class Endpoint {
  readonly #lane: Lane;
  #read: Promise<ReadEndpoint> = Promise.resolve({ webhook: undefined, host: { name: '', endpoints: 0 } });
  #host: Host = { name: '', endpoints: 0 };
  /** Epoch milliseconds. */
  #readAt = 0;
  #secrets: OpenSecrets | undefined;
  #failingSince: number | null;
  /** True when an attempt kept this worker waiting; undefined while none has been made. */
  #isSlow: boolean | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
    this.#failingSince = lane.failing_since_ms;
  }

  get health(): LaneHealth {
    return { failing_since_ms: this.#failingSince, is_slow: this.#isSlow ?? this.#lane.is_slow };
  }

  /** Reads the endpoint again: operators change it while a worker is at it, and its registrar can lose their right to it. */
  refresh(): Promise<ReadEndpoint> {
    this.#readAt = Date.now();
    this.#read = read(this.#lane).then((found) => {
      this.#host = found.host;
      return found;
    });
    return this.#read;
  }

  /** The host that its requests go to, as it was when the endpoint was last read. */
  get host(): Host {
    return this.#host;
  }

  /** Attempts a delivery, or settles one that is not to be attempted. */
  async deliver({ scheduled, delivery, event }: LoadedDelivery): Promise<void> {
    const isFresh = Date.now() - this.#readAt < freshMilliseconds;
    const { webhook } = await (isFresh ? this.#read : this.refresh());
    try {
      if (scheduled.is_expired)
        await commit(
          unschedule({ ...scheduled, ...this.#lane, next_attempt_at_ms: scheduled.at_ms }),
          patience,
        );
      else if (!delivery || !event) await pause(lookAgainMilliseconds);
      else if (!webhook || webhook.disabled || !mayBeTold(webhook, event))
        await commit(replaceDelivery(delivery, overAs(delivery, 'skipped')), patience);
      else if (delivery.attempting) await settleInterrupted(delivery);
      else await this.#attempt(webhook, delivery, event);
    } catch (error) {
      // Another worker, whose lease followed ours, or an operator has dealt with it in between.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  async #attempt(webhook: WebhookItem, delivery: DeliveryItem, event: EventItem): Promise<void> {
    const secrets = await this.#openSecrets(webhook);
    // The attempt is counted before the request, so that it counts even if this process is killed.
    const claimed = { ...delivery, attempting: true, attempt_count: delivery.attempt_count + 1 };
    const [begun] = await commit(replaceDelivery(delivery, claimed), patience);

    const startedAt = Date.now();
    const result = await post({
      url: webhook.url,
      headers: signatureHeaders({
        id: event.id,
        timestampSeconds: Math.floor(startedAt / 1000),
        body: event.body,
        secrets,
      }),
      body: event.body,
      ...targetRules(),
    });
    const givenUp = await this.#learn(webhook, delivery, result);

    const next = settled(begun, result, givenUp);
    const attempt = attemptOf(begun, startedAt, result, next.next_attempt_at_ms);
    await commit([...replaceDelivery(begun, next), createAttempt(attempt)], answeredPatience);
    this.#log(attempt, next);
  }

  /** Decrypts the secrets once for all deliveries of this worker, unless they are rotated meanwhile. */
  #openSecrets(webhook: WebhookItem): Promise<string[]> {
    const current = webhook.secrets.filter(({ expires_at_ms }) => (expires_at_ms ?? Infinity) > Date.now());
    const of = current.map(({ ciphertext }) => ciphertext).join();
    if (this.#secrets?.of !== of)
      this.#secrets = {
        of,
        opened: Promise.all(current.map(({ ciphertext }) => decryptSecret(ciphertext, webhook))),
      };
    return this.#secrets.opened;
  }

  /** Updates the endpoint's health. Returns whether it was disabled. */
  async #learn(webhook: WebhookItem, { retries }: DeliveryItem, result: PostResult): Promise<boolean> {
    this.#isSlow = this.#isSlow === true || result.latencyMilliseconds > slowMilliseconds;
    if (isSuccess(result)) {
      this.#failingSince = null;
      return false;
    }
    // Failures before it was enabled again do not count.
    const failingSince = Math.max(this.#failingSince ?? Date.now(), webhook.enabled_at_ms);
    this.#failingSince = failingSince;
    if (disablesEndpoint(result)) await this.#disable(webhook, 'gone');
    // A delivery's first attempt does not disable it: where little happens, the failure before it may have been days ago.
    else if (retries > 0 && Date.now() - failingSince >= failingMilliseconds)
      await this.#disable(webhook, 'failing');
    else return false;
    return true;
  }

  async #disable(webhook: WebhookItem, reason: DisabledReason): Promise<void> {
    const disabled = await disableEndpoint(webhook, reason);
    this.#read = Promise.resolve({ webhook: disabled, host: this.#host });
  }

  #log({ webhook_id, event_id, number, ...attempt }: AttemptItem, { status }: DeliveryItem): void {
    log.info('webhook attempt', {
      webhook_id,
      event_id,
      number,
      delivery_status: status,
      status_code: attempt.status_code,
      error: attempt.error?.class,
      duration_ms: attempt.duration_ms,
    });
  }
}

/** Counts an attempt as failed whose worker was killed: nobody knows whether the endpoint got the request. */
async function settleInterrupted(delivery: DeliveryItem): Promise<void> {
  const next = settled(delivery, interrupted, false);
  const attempt = attemptOf(delivery, null, interrupted, next.next_attempt_at_ms);
  await commit([...replaceDelivery(delivery, next), createAttempt(attempt)], patience);
}

/** Returns a delivery after an attempt. */
function settled(delivery: DeliveryItem, result: Outcome, givenUp: boolean): DeliveryItem {
  if (isSuccess(result)) return overAs(delivery, 'succeeded');
  const { retries } = delivery;
  const at = givenUp ? null : nextAttemptAt({ retries, result, now: Date.now(), random: Math.random });
  if (at === null) return overAs(delivery, 'failed');
  return { ...delivery, attempting: false, retries: retries + 1, next_attempt_at_ms: at };
}
