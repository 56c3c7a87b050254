import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { ReceivedRequest } from '../../support/receivers/receiver.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import type { Table } from '../../support/stages/table.ts';
import { deliveringService } from './deliveringService.ts';
import { ownedByFile } from './runningService.ts';

const service = await ownedByFile(deliveringService());

const titlesOf = (count: number, about: string): string[] =>
  Array.from({ length: count }, (_, index) => `${about} ${index}`);

const pendingOf = async (table: Table) =>
  (await table.deliveries()).filter(({ status }) => status === 'pending');

const report = (line: string) => process.stdout.write(`${line}\n`);

const events = 100;
const endpointCount = 3;
/** The most requests that an endpoint gets at the same time. */
const underWayMax = 10;
const answerMilliseconds = 20;
const documentCount = 8;

test('a service that is killed while it delivers sends every event to every endpoint, and repeats only the requests under way', async () => {
  const endpoints = await service.register(endpointCount);
  const documents = await service.upload(documentCount);
  const { receiver } = service;
  const answer = receiver.behaviour;
  receiver.behaviour = async (request, response, body) => {
    await delay(answerMilliseconds);
    answer(request, response, body);
  };
  const seen = receiver.received.length;
  const receivedIs = (wanted: number) =>
    eventually(
      async () => new Set(receiver.received.slice(seen).map(nameOf)).size,
      (count) => count >= wanted,
    );

  const changing = service.changeMany(
    titlesOf(events, 'Killed').map((title, index) => ({
      title,
      document: documents[index % documents.length] ?? '',
    })),
  );
  await receivedIs((events * endpointCount) / 4);
  await service.stop('SIGKILL');

  const left = await changing;
  const cutOff = await service.storedByStopped(async (table) => {
    const pending = await pendingOf(table);
    await table.letTimePass(anyPauseMilliseconds);
    return pending.filter(({ attempting }) => attempting).length;
  });
  const running = await service.running();
  expect(await service.changeMany(left)).toEqual([]);
  await running.invoke('sweepDue', {});
  await receivedIs(events * endpointCount);
  await eventually(
    () => service.storedByRunning(async (table) => [...(await pendingOf(table)), ...(await table.due())]),
    (found) => found.length === 0,
  );

  const repeated = endpoints.map((endpoint) => {
    const arrived = endpoint.arrived();
    expect(new Set(arrived).size).toBe(events);
    return arrived.length - events;
  });
  report(`${cutOff} attempts were cut off; repeated: ${repeated.join(', ')}`);
  for (const count of repeated) expect(count).toBeLessThanOrEqual(underWayMax);
  expect(repeated.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(cutOff);
  receiver.behaviour = answer;
});

const nameOf = ({ path, headers }: ReceivedRequest) => `${path} ${headers['webhook-id']}`;
