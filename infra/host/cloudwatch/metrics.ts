import type { Metric } from '../template/alarms.ts';

/** The values of a minute. Values are counted after rounding to three digits, so that a minute with many values takes little memory. */
interface Minute {
  count: number;
  sum: number;
  readonly counts: Map<number, number>;
}

const minuteMilliseconds = 60_000;
/** The longest time that an alarm here evaluates. */
const keptMinutes = 24 * 60;

/** One metric's values, by minute. */
class Series {
  readonly #now: () => number;
  readonly #minutes = new Map<number, Minute>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(value: number): void {
    const number = Math.floor(this.#now() / minuteMilliseconds);
    let minute = this.#minutes.get(number);
    if (!minute) {
      minute = { count: 0, sum: 0, counts: new Map() };
      this.#minutes.set(number, minute);
      for (const old of this.#minutes.keys()) if (old < number - keptMinutes) this.#minutes.delete(old);
    }
    const rounded = value < 1000 && Number.isInteger(value) ? value : Number(value.toPrecision(3));
    minute.count += 1;
    minute.sum += value;
    minute.counts.set(rounded, (minute.counts.get(rounded) ?? 0) + 1);
  }

  /**
   * Returns a statistic of the whole minutes between two times; undefined when there are no values.
   *
   * @param statistic as CloudWatch writes it: `Sum`, `Maximum`, `p99`, `PR(2000:)`
   */
  statistic(statistic: string, fromMilliseconds: number, toMilliseconds: number): number | undefined {
    const minutes = [...this.#minutes]
      .filter(([number]) => {
        const at = number * minuteMilliseconds;
        return at >= fromMilliseconds && at < toMilliseconds;
      })
      .map(([, minute]) => minute);
    if (minutes.length === 0) return undefined;
    const count = minutes.reduce((all, minute) => all + minute.count, 0);
    const sum = minutes.reduce((all, minute) => all + minute.sum, 0);
    const counts = minutes.flatMap((minute) => [...minute.counts]).sort(([a], [b]) => a - b);
    const values = counts.map(([value]) => value);
    switch (statistic) {
      case 'Sum':
        return sum;
      case 'SampleCount':
        return count;
      case 'Average':
        return sum / count;
      case 'Minimum':
        return values[0];
      case 'Maximum':
        return values.at(-1);
    }
    const [, percentile] = /^p([\d.]+)$/.exec(statistic) ?? [];
    if (percentile !== undefined) return atRank((Number(percentile) / 100) * count, counts);
    const [, least] = /^PR\(([\d.]+):\)$/.exec(statistic) ?? [];
    if (least === undefined) throw new Error(`The local host does not know the statistic ${statistic}.`);
    const above = counts.filter(([value]) => value >= Number(least));
    return (100 * above.reduce((all, [, times]) => all + times, 0)) / count;
  }
}

function atRank(rank: number, counts: readonly (readonly [number, number])[]): number | undefined {
  let seen = 0;
  for (const [value, times] of counts) {
    seen += times;
    if (seen >= rank) return value;
  }
  return counts.at(-1)?.[0];
}

export class Metrics {
  readonly now: () => number;
  /** The start of the recording, in epoch milliseconds. */
  readonly sinceMilliseconds: number;
  readonly #series = new Map<string, Series>();

  /** @param now epoch milliseconds */
  constructor(now: () => number = Date.now) {
    this.now = now;
    this.sinceMilliseconds = now();
  }

  series({ Namespace, MetricName, Dimensions }: Metric): Series {
    const dimensions = Dimensions.map(({ Name, Value }) => `${Name} ${Value}`).sort();
    const key = JSON.stringify([Namespace, MetricName, dimensions]);
    const series = this.#series.get(key) ?? new Series(this.now);
    this.#series.set(key, series);
    return series;
  }
}
