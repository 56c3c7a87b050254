import { type RunningService, startService } from '../support/service.ts';
import { printTable, quantile } from './table.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';
import { type Load, openLoad } from './webhookClient.ts';
import { openReceiver, type Receiver } from './webhookReceiver.ts';

const events = Number(process.env.BENCH_EVENTS ?? 10_000);
const organizationCounts = (process.env.BENCH_ORGANIZATIONS ?? '1,50').split(',').map(Number);
const endpoints = 5;
const pacedPerSecond = 20;
const pacedSeconds = 20;

const times = (count: number, organization: string): string[] =>
  Array.from({ length: count }, () => organization);

/** Events that are delivered by a local host to receivers in this process: how fast, and how late. */
export async function benchWebhooks(): Promise<void> {
  for (const organizations of organizationCounts)
    await onFreshService((load, receiver) => burst(load, receiver, organizations));
  await onFreshService(paced);
}

/** How late an organization's events are beside another whose endpoints are dead. */
export const benchFairness = (): Promise<void> => onFreshService(besideADeadEndpoint);

async function onFreshService(
  run: (load: Load, receiver: Receiver, other: Load) => Promise<void>,
): Promise<void> {
  await using directory = await temporaryDirectory();
  const service: RunningService = await startService({
    DATA_DIR: directory.path,
    RATE_LIMIT_REQUESTS: '1000000',
    RATE_LIMIT_CREATES: '1000000',
  });
  try {
    await using receiver = await openReceiver(directory.path);
    await using load = await openLoad(directory.path, service.credentials);
    await using other = await openLoad(directory.path, service.credentials);
    await run(load, receiver, other);
  } finally {
    await service.stop('SIGKILL');
  }
}

/** All events at once, to five endpoints each. */
async function burst(load: Load, receiver: Receiver, organizations: number): Promise<void> {
  const ids: string[] = [];
  for (let count = 0; count < organizations; count++) ids.push(await load.organization(receiver, endpoints));
  const start = performance.now();
  await load.change(Array.from({ length: events }, (_, index) => ids[index % ids.length] ?? ''));
  const committed = performance.now();
  await receiver.waitFor(events * endpoints);
  const done = performance.now();

  const { receipts } = receiver;
  const rate = (count: number, milliseconds: number) => (count / (milliseconds / 1000)).toFixed(0);
  const tenth = Math.floor(receipts.length / 10);
  const rateOf = (from: number) =>
    rate(tenth, (receipts[from + tenth - 1]?.at ?? 0) - (receipts[from]?.at ?? 0));
  printTable(
    `${events} events at once, ${organizations} organizations, ${endpoints} endpoints each: ${receipts.length} deliveries`,
    [{ title: 'what' }, { title: 'value', align: 'right' }],
    [
      ['events committed a second', rate(events, committed - start)],
      ['deliveries a second, all workers', rate(receipts.length, done - start)],
      [
        `deliveries a second, each of ${endpoints * organizations} lanes`,
        (receipts.length / ((done - start) / 1000) / (endpoints * organizations)).toFixed(1),
      ],
      ['deliveries a second, second tenth', rateOf(tenth)],
      ['deliveries a second, fifth tenth', rateOf(4 * tenth)],
      ['deliveries a second, last tenth', rateOf(receipts.length - tenth)],
      [
        'commit to receipt, p50, ms',
        quantile(
          receipts.map(({ late }) => late),
          0.5,
        ),
      ],
      [
        'commit to receipt, p99, ms',
        quantile(
          receipts.map(({ late }) => late),
          0.99,
        ),
      ],
      ['deliveries that came twice', receiver.repeated()],
    ],
  );
}

/** As many as the machine takes without a queue. */
async function paced(load: Load, receiver: Receiver): Promise<void> {
  const organization = await load.organization(receiver, endpoints);
  await load.change(times(10, organization));
  await receiver.waitFor(10 * endpoints);
  const warm = receiver.receipts.length;
  for (let index = 0; index < pacedPerSecond * pacedSeconds; index++) {
    void load.change([organization]);
    await new Promise((resolve) => setTimeout(resolve, 1000 / pacedPerSecond));
  }
  await receiver.waitFor(warm + pacedPerSecond * pacedSeconds * endpoints);
  const late = receiver.receipts.slice(warm).map((receipt) => receipt.late);
  printTable(
    `${pacedPerSecond} events a second for ${pacedSeconds} s, to ${endpoints} endpoints each`,
    [{ title: 'what' }, { title: 'ms', align: 'right' }],
    [
      ['commit to receipt, p50', quantile(late, 0.5)],
      ['commit to receipt, p99', quantile(late, 0.99)],
      ['commit to receipt, most', Math.max(...late)],
    ],
  );
}

/** One organization has an endpoint that never answers, and all events queued for it; another has a few. */
async function besideADeadEndpoint(load: Load, receiver: Receiver, deadLoad: Load): Promise<void> {
  const dead = await openReceiver(load.dataDirectory, 'silent');
  try {
    const [unlucky, other] = [await load.organization(dead, endpoints), await load.organization(receiver, 1)];
    await load.change(times(5, other));
    await receiver.waitFor(5);
    const queued = deadLoad.change(times(events, unlucky));
    const seconds = 60;
    for (let second = 0; second < seconds; second++) {
      await load.change([other]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    await receiver.waitFor(5 + seconds);
    await queued;
    const late = receiver.receipts.slice(5).map((receipt) => receipt.late);
    printTable(
      `One event a second beside ${events} for an organization whose ${endpoints} endpoints never answer (${dead.receipts.length} requests hung)`,
      [{ title: 'what' }, { title: 'ms', align: 'right' }],
      [
        ['commit to receipt, p50', quantile(late, 0.5)],
        ['commit to receipt, p99', quantile(late, 0.99)],
        ['commit to receipt, most', Math.max(...late)],
      ],
    );
  } finally {
    await dead[Symbol.asyncDispose]();
  }
}
