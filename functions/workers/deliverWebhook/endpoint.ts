import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookDisabledReason } from '../../../shared/contract/enumerations.ts';
import { decryptSecret } from '../../../shared/credentials/secrets.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { unlessConflict } from '../../../shared/data/table/conflict.ts';
import {
  asFinished,
  type DeliveryItem,
  type LoadedDelivery,
} from '../../../shared/data/webhooks/deliveries.ts';
import { freeStalePlace, replaceDelivery } from '../../../shared/data/webhooks/deliveryWrites.ts';
import type { EventItem } from '../../../shared/data/webhooks/events.ts';
import { payloadOf } from '../../../shared/data/webhooks/events.ts';
import type { Lane, LaneHealth } from '../../../shared/data/webhooks/lanes.ts';
import { mayReceive, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { type PostResult, post } from '../../../shared/webhooks/post.ts';
import { disablesEndpoint, isSuccess } from '../../../shared/webhooks/retry.ts';
import { signatureHeaders } from '../../../shared/webhooks/signature.ts';
import { hostOf } from '../../../shared/webhooks/target.ts';
import { targetRules } from '../../../shared/webhooks/targetRules.ts';
import { disableEndpoint, getEndpointAmongOthers } from '../endpoints/checkedEndpoints.ts';
import { interrupted, withAttempt } from './attempt.ts';
import type { Host } from './hostSlot.ts';
import { type Attempted, recordOne } from './records.ts';

/** An endpoint is disabled after this time without a success, until somebody enables it again. */
const failingMilliseconds = 120 * 60 * 60_000;
/** An endpoint is slow if an answer takes longer than this. */
const slowMilliseconds = 1000;
/** If the last read of the endpoint is older than this, the endpoint is read again before the next delivery. */
const freshMilliseconds = 1000;
/** The wait before a second read. A transaction that was in progress at the first read is complete by then. */
const lookAgainMilliseconds = 100;
/** Writes are retried for this time. A throttled partition has capacity again within a second or two. */
const patience = { patienceMilliseconds: 5000 };

/** A delivery to be attempted, with its event. */
export type Attemptable = LoadedDelivery & { readonly delivery: DeliveryItem; readonly event: EventItem };

interface OpenSecrets {
  readonly of: string;
  readonly opened: Promise<string[]>;
}

/** A webhook endpoint, for the one worker that has its lane. */
export class Endpoint {
  readonly #lane: Lane;
  /** Undefined if the endpoint was deleted. */
  #webhook: WebhookItem | undefined;
  /** The last read, which may be under way. */
  #read: Promise<WebhookItem | undefined> = Promise.resolve(undefined);
  /** Epoch milliseconds. */
  #readAt = 0;
  #host: Host = { name: '', endpoints: 0 };
  #secrets: OpenSecrets | undefined;
  #failingSince: number | null;
  /** True after a slow answer; undefined before the first attempt. */
  #isSlow: boolean | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
    this.#failingSince = lane.failing_since_ms;
  }

  get health(): LaneHealth {
    return { failing_since_ms: this.#failingSince, is_slow: this.#isSlow ?? this.#lane.is_slow };
  }

  /** The host of the endpoint's URL, as of the last read. */
  get host(): Host {
    return this.#host;
  }

  /** Reads the endpoint again, because people may change it meanwhile and its registrar may lose the right to manage it. */
  async refresh(): Promise<void> {
    this.#readAt = Date.now();
    this.#read = this.#readAgain();
    await this.#read;
  }

  async #readAgain(): Promise<WebhookItem | undefined> {
    const { organization_id, webhook_id } = this.#lane;
    const { webhook, webhooks } = await getEndpointAmongOthers(organization_id, webhook_id);
    const name = webhook && !webhook.disabled ? hostOf(webhook.url) : '';
    const onHost = webhooks.filter(({ url, disabled }) => !disabled && hostOf(url) === name);
    this.#host = { name, endpoints: onHost.length };
    this.#webhook = webhook;
    return webhook;
  }

  /** Returns whether a delivery can be attempted, by the last read of the endpoint. Other deliveries are finished without an attempt. */
  isAttemptable(one: LoadedDelivery): one is Attemptable {
    const { scheduled, delivery, event } = one;
    const isWhole = !scheduled.is_expired && delivery !== undefined && event !== undefined;
    return isWhole && this.#takes(event);
  }

  #takes(event: EventItem): boolean {
    return this.#webhook !== undefined && !this.#webhook.disabled && mayReceive(this.#webhook, event);
  }

  /** Decrypts the secrets first, so that a failure here does not count as an attempt. */
  async prepare(): Promise<void> {
    if (this.#webhook && !this.#webhook.disabled) await this.#openSecrets(this.#webhook);
  }

  /** Finishes a delivery without an attempt. Returns false if only its expired place in the schedule must be removed. */
  async finish({ scheduled, delivery, event }: LoadedDelivery): Promise<boolean> {
    if (scheduled.is_expired) return false;
    if (!delivery || !event) {
      await pause(lookAgainMilliseconds);
      const writes = await freeStalePlace(this.#lane.webhook_id, scheduled);
      await unlessConflict(writeBookkeeping(writes, patience));
    } else if (!this.#takes(event)) {
      const writes = replaceDelivery(delivery, asFinished(delivery, 'skipped'));
      await unlessConflict(writeBookkeeping(writes, patience));
    } else await finishInterrupted(delivery);
    return true;
  }

  /** Attempts a delivery. Returns undefined if the endpoint has changed and the delivery was finished without an attempt. */
  async attempt(one: Attemptable): Promise<Attempted | undefined> {
    const { delivery, event } = one;
    if (Date.now() - this.#readAt >= freshMilliseconds) await this.refresh();
    const webhook = await this.#read;
    if (!webhook || !this.isAttemptable(one)) {
      await this.finish(one);
      return undefined;
    }
    const secrets = await this.#openSecrets(webhook);
    const startedAt = Date.now();
    const body = payloadOf(event);
    const result = await post({
      url: webhook.url,
      headers: signatureHeaders({
        id: event.id,
        timestampSeconds: Math.floor(startedAt / 1000),
        body,
        secrets,
      }),
      body,
      ...targetRules(),
    });
    const givenUp = await this.#learn(webhook, delivery, result);
    return withAttempt(delivery, startedAt, result, givenUp);
  }

  /** Decrypts the secrets once for all deliveries of this worker, and again after a rotation. */
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
    // Failures before the endpoint was enabled again do not count.
    const failingSince = Math.max(this.#failingSince ?? Date.now(), webhook.enabled_at_ms);
    this.#failingSince = failingSince;
    if (disablesEndpoint(result)) await this.#disable(webhook, 'gone');
    // A first attempt does not disable the endpoint. With few events, the previous failure may be days old.
    else if (retries > 0 && Date.now() - failingSince >= failingMilliseconds)
      await this.#disable(webhook, 'failing');
    else return false;
    return true;
  }

  async #disable(webhook: WebhookItem, reason: WebhookDisabledReason): Promise<void> {
    this.#webhook = await disableEndpoint(webhook, reason);
    this.#read = Promise.resolve(this.#webhook);
  }
}

/** Records the attempt of a killed worker as failed: nobody knows whether the endpoint got the request. */
export const finishInterrupted = (delivery: DeliveryItem): Promise<unknown> =>
  recordOne(withAttempt(delivery, null, interrupted, false));
