import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { type Load, openLoad } from '../support/load/webhookClient.ts';
import { openReceiver, type Receiver } from '../support/load/webhookReceiver.ts';
import { section } from './section.ts';
import { type BenchService, openService } from './service.ts';
import { type Figure, printFigures, quantile } from './table.ts';

const endpoints = 5;
const pacedPerSecond = 20;
/** The number of events that are delivered before the measurement. */
const warmUps = 10;

interface Counts {
  /** The number of events in the burst. */
  readonly events: number;
  /** The numbers of organizations that share the burst. Each number is measured with a new service. */
  readonly organizationCounts: readonly number[];
  /** The time after the burst in which a few events a second are made. */
  readonly pacedSeconds: number;
}

/** Measures the speed and the delay with which a local host delivers events to receivers in this process. */
export const webhooks = section<Counts>(
  {
    full: { events: 10_000, organizationCounts: [1, 50], pacedSeconds: 20 },
    short: { events: 10, organizationCounts: [2], pacedSeconds: 0.1 },
  },
  async ({ events, organizationCounts, pacedSeconds }) => {
    for (const organizations of organizationCounts)
      await onFreshService(async (load, receiver, service) => {
        await burst(load, receiver, service, events, organizations);
        await paced(load, receiver, pacedSeconds);
      });
  },
);

async function onFreshService(
  run: (load: Load, receiver: Receiver, service: BenchService) => Promise<void>,
): Promise<void> {
  await using service = await openService();
  await using receiver = await openReceiver(service.directory);
  await using load = await openLoad(service.directory, service.credentials);
  await run(load, receiver, service);
}

async function burst(
  load: Load,
  receiver: Receiver,
  service: BenchService,
  events: number,
  organizations: number,
): Promise<void> {
  const ids: OrganizationId[] = [];
  for (let count = 0; count < organizations; count++) ids.push(await load.organization(receiver, endpoints));
  const cpuBefore = await service.cpuMilliseconds();
  const start = performance.now();
  await load.change(
    Array.from({ length: Math.ceil(events / organizations) }, () => ids)
      .flat()
      .slice(0, events),
  );
  const committed = performance.now();
  await receiver.waitFor(events * endpoints);
  const done = performance.now();
  const cpu = (await service.cpuMilliseconds()) - cpuBefore;

  const { receipts } = receiver;
  const rate = (count: number, milliseconds: number) => count / (milliseconds / 1000);
  const lanes = endpoints * organizations;
  const delivered = rate(receipts.length, done - start);
  printFigures(
    `${events} events at once, ${organizations} organizations, ${endpoints} endpoints each: ${receipts.length} deliveries`,
    [
      ['events committed a second', rate(events, committed - start).toFixed(0)],
      ['deliveries a second, all workers', delivered.toFixed(0)],
      [`deliveries a second, each of ${lanes} lanes`, (delivered / lanes).toFixed(1)],
      ['CPU of the host, commits included, ms a delivery', (cpu / receipts.length).toFixed(2)],
      ...lateness(receiver),
      ['deliveries that came twice', receiver.repeated()],
    ],
  );
}

/** Makes events at a low rate, so that no queue builds up. */
async function paced(load: Load, receiver: Receiver, seconds: number): Promise<void> {
  const organization = await load.organization(receiver, endpoints);
  const before = receiver.receipts.length + warmUps * endpoints;
  await load.change(times(warmUps, organization));
  await receiver.waitFor(before);
  const events = pacedPerSecond * seconds;
  await changeAtPace(load, organization, events, 1000 / pacedPerSecond);
  await receiver.waitFor(before + events * endpoints);
  printFigures(
    `${pacedPerSecond} events a second for ${seconds} s, to ${endpoints} endpoints each`,
    lateness(receiver, before),
  );
}

const times = (count: number, organizationId: OrganizationId): OrganizationId[] =>
  Array.from({ length: count }, () => organizationId);

async function changeAtPace(
  load: Load,
  organizationId: OrganizationId,
  count: number,
  pauseMilliseconds: number,
): Promise<void> {
  const changes: Promise<void>[] = [];
  while (changes.length < count) {
    changes.push(load.change([organizationId]));
    await delay(pauseMilliseconds);
  }
  await Promise.all(changes);
}

/** Returns how late the deliveries came, except the first `skipped` deliveries. */
function lateness({ receipts }: Receiver, skipped = 0): Figure[] {
  const milliseconds = receipts.slice(skipped).map(({ lateMilliseconds }) => lateMilliseconds);
  return [
    ['commit to receipt, p50, ms', quantile(milliseconds, 0.5)],
    ['commit to receipt, p99, ms', quantile(milliseconds, 0.99)],
    ['commit to receipt, longest, ms', quantile(milliseconds, 1)],
  ];
}
