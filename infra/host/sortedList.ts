/**
 * A list that keeps its items in order, and can remove the first item without moving the others. No two items may compare as equal, and the
 * rank of an item must not change while the item is in the list.
 */
export class SortedList<T> {
  /** Items before `#start` were removed. */
  #items: T[];
  #start = 0;
  readonly #compare: (a: T, b: T) => number;

  /**
   * @param compare as for sorting: the least is first
   * @param items the initial items, in any order
   */
  constructor(compare: (a: T, b: T) => number, items: readonly T[] = []) {
    this.#compare = compare;
    this.#items = items.toSorted(compare);
  }

  get first(): T | undefined {
    return this.#items[this.#start];
  }

  add(item: T): void {
    const place = this.#placeOf(item);
    if (place === this.#items.length) this.#items.push(item);
    else this.#items.splice(place, 0, item);
  }

  /** Returns the items from the position of a given item, which need not be in the list. The list must not change meanwhile. */
  *from(item: T): Generator<T> {
    for (let place = this.#placeOf(item); place < this.#items.length; place += 1)
      yield this.#items[place] as T;
  }

  remove(item: T): void {
    const place = this.#placeOf(item);
    if (this.#items[place] !== item) return;
    if (place === this.#start) this.#removeFirst();
    else this.#items.splice(place, 1);
  }

  #removeFirst(): void {
    this.#start += 1;
    if (this.#start * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
  }

  #placeOf(item: T): number {
    let [low, high] = [this.#start, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#items[middle];
      if (other !== undefined && this.#compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
