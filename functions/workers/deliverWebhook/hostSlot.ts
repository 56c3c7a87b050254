import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from '../../../shared/data/webhooks/lanes.ts';
import type { Leased } from '../../../shared/data/work/leases.ts';
import { acquireSlot, releaseSlot, type Slot, slotsOfHost } from '../../../shared/data/work/slots.ts';
import { log } from '../../../shared/runtime/log.ts';

/** The largest number of requests that one organization sends to a host at the same time. */
const requestsPerHost = 10;

/** A worker waits this long for a slot, because most slots are held only briefly. */
const patienceMilliseconds = 1000;
const lookEveryMilliseconds = 100;

/** A host in the URLs of an organization's endpoints. */
export interface Host {
  readonly name: string;
  /** The number of enabled endpoints of the organization on this host. */
  readonly endpoints: number;
}

/**
 * A lane's share of the requests that its organization may send to a host. Up to ten endpoints have equal shares and need no slot. With
 * more than ten endpoints, ten of them have a slot and the others wait.
 */
export class HostSlot {
  readonly #lane: Leased<Lane>;
  #slot: Slot | undefined;

  constructor(lane: Leased<Lane>) {
    this.#lane = lane;
  }

  /** Returns the number of requests that the lane may have open at the same time; 0 if other lanes hold all slots. */
  async acquire({ name, endpoints }: Host): Promise<number> {
    const even = Math.floor(requestsPerHost / Math.max(endpoints, 1));
    if (even > 0) return even;
    const { organization_id, lease } = this.#lane;
    const deadline = performance.now() + patienceMilliseconds;
    const slots = slotsOfHost(organization_id, name, requestsPerHost);
    const look = () => acquireSlot(slots, lease.id, Date.now(), lease.until_ms);
    this.#slot ??= await look();
    while (!this.#slot && performance.now() < deadline) {
      await pause(lookEveryMilliseconds * (0.5 + Math.random()));
      this.#slot = await look();
    }
    return this.#slot ? 1 : 0;
  }

  /** Frees the slot, if there is one. Never throws: if the request fails, the slot becomes free when its lease ends. */
  async release(): Promise<void> {
    if (!this.#slot) return;
    await releaseSlot(this.#slot).catch((error: unknown) =>
      log.warn('slot not released', { webhook_id: this.#lane.webhook_id, error: String(error) }),
    );
    this.#slot = undefined;
  }
}

/** Returns the number of seconds until a lane without a slot tries again. The number grows with the endpoints on the host. */
export const askAgainSeconds = ({ endpoints }: Host): number =>
  1 + Math.floor((Math.random() * endpoints) / requestsPerHost);
