/**
 * Does one piece of work at a time. Waiting tenants alternate, even if one has more work than the others. The work of one tenant keeps its
 * order. (On Lambda, an execution environment has one invocation at a time, so nothing waits.)
 */
export class FairQueue {
  #isTaken = false;
  readonly #waiting = new Map<string, (() => void)[]>();

  async run<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#wait(tenant);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #wait(tenant: string): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.set(tenant, [...(this.#waiting.get(tenant) ?? []), turn.resolve]);
    return turn.promise;
  }

  /** Begins the next waiting work. `#isTaken` stays true meanwhile, so that new work does not overtake waiting work. */
  #passOn(): void {
    const [first] = this.#waiting;
    this.#isTaken = first !== undefined;
    if (!first) return;
    const [tenant, [begin, ...others]] = first;
    this.#waiting.delete(tenant);
    if (others.length > 0) this.#waiting.set(tenant, others);
    begin?.();
  }
}
