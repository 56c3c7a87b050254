import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { createOrganization } from '../../shared/contract/operations/organization.ts';
import { registerWebhook } from '../../shared/contract/operations/webhooks.ts';
import { clientOf } from './client.ts';
import { section } from './section.ts';
import { type BenchService, openService, useStores } from './service.ts';
import { type Figure, printFigures, quantile } from './table.ts';
import { openVerifyingReceiver, type VerifyingReceiver } from './webhookReceiver.ts';

const endpoints = 5;
const pacedPerSecond = 20;
/** The number of events that are delivered before the measurement. */
const warmUps = 10;

interface Counts {
  /** The number of events in the burst. */
  readonly events: number;
  /** The numbers of organizations that share the burst. Each number is measured with other organizations. */
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
    await using service = await openService();
    await useStores(service);
    for (const organizations of organizationCounts) {
      await using receiver = await openVerifyingReceiver(service.directory);
      await burst(receiver, service, events, organizations);
      await paced(receiver, service, pacedSeconds);
    }
  },
);

/** Commits one change in each organization of the list. */
const change = async (organizations: readonly OrganizationId[]): Promise<void> =>
  (await import('./webhookLoad.ts')).change(organizations);

/** Makes a new organization that has endpoints at the receiver. Resolves with its id. */
async function newOrganization(
  receiver: VerifyingReceiver,
  { credentials }: BenchService,
): Promise<OrganizationId> {
  const client = clientOf(credentials);
  const { id } = await client.call(createOrganization, { json: { name: 'Bench' } });
  for (let endpoint = 0; endpoint < endpoints; endpoint++) {
    const path = `/${id}/${endpoint}`;
    const { secret } = await client.call(registerWebhook, {
      as: 'staff',
      headers: { 'X-Service-Organization-Id': id },
      json: { url: `https://localhost:${receiver.port}${path}`, events: ['*'] },
    });
    receiver.expect(path, secret);
  }
  return id;
}

async function burst(
  receiver: VerifyingReceiver,
  service: BenchService,
  events: number,
  organizations: number,
): Promise<void> {
  const ids: OrganizationId[] = [];
  for (let count = 0; count < organizations; count++) ids.push(await newOrganization(receiver, service));
  const cpuBefore = await service.cpuMilliseconds();
  const start = performance.now();
  await change(
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
async function paced(receiver: VerifyingReceiver, service: BenchService, seconds: number): Promise<void> {
  const organization = await newOrganization(receiver, service);
  const before = receiver.receipts.length + warmUps * endpoints;
  await change(Array.from({ length: warmUps }, () => organization));
  await receiver.waitFor(before);
  const events = pacedPerSecond * seconds;
  for (let event = 0; event < events; event++) {
    await change([organization]);
    await delay(1000 / pacedPerSecond);
  }
  await receiver.waitFor(before + events * endpoints);
  printFigures(
    `${pacedPerSecond} events a second for ${seconds} s, to ${endpoints} endpoints each`,
    lateness(receiver, before),
  );
}

/** Returns how late the deliveries came, except the first `skipped` deliveries. */
function lateness({ receipts }: VerifyingReceiver, skipped = 0): Figure[] {
  const milliseconds = receipts.slice(skipped);
  return [
    ['commit to receipt, p50, ms', quantile(milliseconds, 0.5)],
    ['commit to receipt, p99, ms', quantile(milliseconds, 0.99)],
    ['commit to receipt, longest, ms', quantile(milliseconds, 1)],
  ];
}
