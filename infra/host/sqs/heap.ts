/** What a heap holds. */
export interface HeapItem {
  /** Where the heap has it; -1 while it is in none. The heap's own, nobody else writes it. */
  position: number;
}

/** A binary heap whose items may change their rank while they are in it: every change costs O(log n). */
export class Heap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  /** @param compare as for sorting: the least is first */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  /** Puts an item where it belongs now, whether it is new or its rank has changed. */
  place(item: T): void {
    if (item.position < 0) item.position = this.#items.push(item) - 1;
    this.#up(item);
    this.#down(item);
  }

  remove(item: T): void {
    const { position } = item;
    const last = this.#items.pop();
    item.position = -1;
    if (!last || last === item) return;
    this.#put(last, position);
    this.place(last);
  }

  #up(item: T): void {
    while (item.position > 0) {
      const parent = this.#items[(item.position - 1) >> 1];
      if (!parent || this.#compare(parent, item) <= 0) return;
      this.#swap(parent, item);
    }
  }

  #down(item: T): void {
    for (;;) {
      const left = this.#items[2 * item.position + 1];
      const right = this.#items[2 * item.position + 2];
      const child = left && right && this.#compare(right, left) < 0 ? right : left;
      if (!child || this.#compare(item, child) <= 0) return;
      this.#swap(item, child);
    }
  }

  #swap(a: T, b: T): void {
    const { position } = a;
    this.#put(a, b.position);
    this.#put(b, position);
  }

  #put(item: T, position: number): void {
    this.#items[position] = item;
    item.position = position;
  }
}
