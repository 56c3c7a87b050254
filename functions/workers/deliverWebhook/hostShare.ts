import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from '../../../shared/data/lanes.ts';
import type { Leased } from '../../../shared/data/leases.ts';
import { acquireSlot, releaseSlot, type Slot, slotsOfHost } from '../../../shared/data/slots.ts';
import { log } from '../../../shared/log.ts';

/** The most requests that a host gets at the same time because of one organization. */
const requestsPerHost = 10;

/** A worker waits this long for a slot: most are held for a moment. */
const patienceMilliseconds = 1000;
const lookEveryMilliseconds = 100;

/** A host as the endpoints of an organization name it. */
export interface Host {
  readonly name: string;
  /** The endpoints of the organization that name it and are not disabled. */
  readonly endpoints: number;
}

/**
 * A lane's share of the requests that its organization may send to a host. Up to ten endpoints share them evenly, which
 * costs nothing; of more than ten endpoints, ten hold a slot each and the others wait for their turn.
 */
export class HostShare {
  readonly #lane: Leased<Lane>;
  #slot: Slot | undefined;

  constructor(lane: Leased<Lane>) {
    this.#lane = lane;
  }

  /** Returns how many requests the lane may have open at once. 0: other lanes hold all slots. */
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

  /** Frees the slot, if there is one. Never throws: its lease ends soon. */
  async release(): Promise<void> {
    if (!this.#slot) return;
    await releaseSlot(this.#slot).catch((error: unknown) =>
      log.warn('slot not released', { webhook_id: this.#lane.webhook_id, error: String(error) }),
    );
    this.#slot = undefined;
  }
}

/** Seconds after which a lane asks again that got no slot: where more wait, each asks less often. */
export const askAgainSeconds = ({ endpoints }: Host): number =>
  1 + Math.floor((Math.random() * endpoints) / requestsPerHost);
