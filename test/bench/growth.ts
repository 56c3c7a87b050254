import { type Client, clientOf } from '../support/load/client.ts';
import {
  type Recorder,
  type Recording,
  sequentialRoundTrips,
  sumOfUnits,
} from '../support/stages/recorder.ts';
import type { Stage } from '../support/stages/stage.ts';
import { type Measure, measuresOf } from './growthMeasures.ts';
import { type Grown, type Kind, kinds, type Seeded, type Sizes } from './growthTypes.ts';
import { onRecordedStage } from './recordedStage.ts';
import { section } from './section.ts';
import { runProcess } from './seededService.ts';
import { median, printTable, quantile } from './table.ts';

interface Counts {
  readonly sizes: Sizes;
  /** The number of measurements of each operation with each size. */
  readonly rounds: number;
  /** The number of rounds before the measurements, which load and compile the functions. */
  readonly warmUps: number;
}

/** Operations that return all items in one answer, as the specification requires. */
const answersWithAll: readonly string[] = ['listOrganizationMembers'];
const flatWithin = 0.1;

/** Measures whether operations cost the same with few and with many items, all in one table. */
export const growth = section<Counts>(
  {
    full: {
      sizes: {
        documents: [100, 10_000, 1_000_000],
        versions: [10, 10_000],
        members: [10, 1000, 10_000],
        deliveries: [1000, 100_000],
      },
      rounds: 30,
      warmUps: 15,
    },
    short: {
      sizes: { documents: [100, 120], versions: [10, 20], members: [10, 20], deliveries: [60, 80] },
      rounds: 1,
      warmUps: 0,
    },
  },
  async ({ sizes, rounds, warmUps }) => {
    const start = performance.now();
    await onRecordedStage(
      (directory, receiverPort) => seed(directory, receiverPort, sizes),
      async ({ stage, recorder }, seeded) => {
        const seconds = (performance.now() - start) / 1000;
        console.log(`\n${seeded.items} items were seeded in ${seconds.toFixed(0)} s.`);
        const measures = await measuresOf(stage);
        for (const kind of kinds) {
          const results: Result[] = [];
          await emptyQueues(stage);
          // Operations that answer with all items leave much to the garbage collector, so they come last. The sizes take turns, so that
          // other work of the machine affects all sizes equally.
          for (const isLarge of [false, true])
            for (let round = 0; round < warmUps + rounds; round++)
              for (const grown of seeded.grown[kind]) {
                const api_keys = { ...stage.credentials.api_keys, owner: grown.api_key };
                const client = clientOf({ ...stage.credentials, api_keys });
                for (const measure of measures[kind]) {
                  if (answersWithAll.includes(measure.what) !== isLarge) continue;
                  const recording = await record(recorder, measure, grown, client);
                  if (round >= warmUps) results.push({ what: measure.what, size: grown.size, recording });
                }
              }
          print(kind, measures[kind], results);
        }
      },
    );
    console.log(
      '\nAll sizes are in one table, so they differ only in the number of items of the organization, the document or the' +
        "\nendpoint. CPU time is the function's own, the lower quartile of " +
        `${rounds}. Flat: round trips, units and CPU time are within` +
        `\n${flatWithin * 100} % of those with the least.`,
    );
  },
);

interface Result {
  readonly what: string;
  readonly size: number;
  readonly recording: Recording;
}

const seed = async (directory: string, receiverPort: number, sizes: Sizes): Promise<Seeded> =>
  JSON.parse(await runProcess('growthSeed.ts', directory, String(receiverPort), JSON.stringify(sizes)));

async function emptyQueues({ takeMessages }: Stage): Promise<void> {
  for (const queue of ['processing', 'events', 'deliveries'] as const) await takeMessages(queue);
}

async function record(
  recorder: Recorder,
  { name, what, run }: Measure,
  grown: Grown,
  client: Client,
): Promise<Recording> {
  recorder.take();
  await run(grown, client);
  const recording = recorder.take().find((candidate) => candidate.name === name);
  if (!recording) throw new Error(`${what} was not recorded`);
  return recording;
}

function print(kind: Kind, measures: readonly Measure[], results: readonly Result[]): void {
  printTable(
    `By the number of ${kind}`,
    ['what', kind, 'round trips', 'RCU', 'WCU', 'CPU, ms', 'p50, ms', 'verdict'],
    measures.flatMap(({ what }) => {
      const sizes = [...new Set(results.map(({ size }) => size))];
      const figures = sizes.map((size) => figuresOf(results, what, size));
      return figures.map((found, index) => [
        what,
        sizes[index] ?? 0,
        found.trips,
        found.readUnits,
        found.writeUnits,
        found.cpu.toFixed(2),
        found.milliseconds.toFixed(1),
        verdictOf(what, sizes, figures, index),
      ]);
    }),
  );
}

type Figures = ReturnType<typeof figuresOf>;

function figuresOf(results: readonly Result[], what: string, size: number) {
  const recordings = results.flatMap((result) =>
    result.what === what && result.size === size ? result.recording : [],
  );
  const middle = (read: (recording: Recording) => number) => median(recordings.map(read));
  return {
    trips: middle(({ calls }) => sequentialRoundTrips(calls)),
    readUnits: middle(({ calls }) => sumOfUnits(calls, 'readUnits')),
    writeUnits: middle(({ calls }) => sumOfUnits(calls, 'writeUnits')),
    // Takes the first quartile and not the median, because other work of the machine can only increase the CPU time.
    cpu: quantile(
      recordings.map(({ cpuMilliseconds }) => cpuMilliseconds),
      0.25,
    ),
    milliseconds: middle(({ milliseconds }) => milliseconds),
    bytes: middle(({ answerBytes }) => answerBytes),
  };
}

/**
 * Names the figures that are greater than those of the smallest size. For an operation that answers with all items, returns the cost of one
 * more item.
 */
function verdictOf(
  what: string,
  sizes: readonly number[],
  figures: readonly Figures[],
  index: number,
): string {
  const [smallest] = figures;
  const found = figures[index];
  if (!smallest || !found || index === 0) return '';
  if (answersWithAll.includes(what)) {
    const more = (sizes[index] ?? 0) - (sizes[0] ?? 0);
    const each = (figure: 'readUnits' | 'cpu' | 'bytes') => (found[figure] - smallest[figure]) / more;
    return `each: ${each('readUnits').toFixed(3)} RCU, ${each('cpu').toFixed(3)} ms, ${each('bytes').toFixed(0)} bytes`;
  }
  const grows = Object.entries({
    'round trips': found.trips / smallest.trips,
    RCU: found.readUnits / smallest.readUnits,
    WCU: found.writeUnits / smallest.writeUnits,
    CPU: found.cpu / smallest.cpu,
  }).filter(([, ratio]) => ratio > 1 + flatWithin);
  if (grows.length === 0) return 'flat';
  return `GROWS: ${grows.map(([name, ratio]) => `${name} x ${ratio.toFixed(2)}`).join(', ')}`;
}
