/**
 * Does one piece of work at a time. Waiting tenants take turns, however much each has waiting; the work of one tenant keeps its order. (On
 * Lambda an execution environment has one invocation at a time, so nobody waits.)
 */
export class Turns {
  #isTaken = false;
  readonly #waiting = new Map<string, (() => void)[]>();

  async take<T>(tenant: string, work: () => Promise<T>): Promise<T> {
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

  /** The turn stays taken while it is passed on, so that newcomers do not overtake waiting work. */
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
