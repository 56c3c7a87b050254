import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openLoad } from '../../support/load/webhookClient.ts';
import { openReceiver, type ReceivedRequest } from '../../support/receivers/receiver.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import type { Table } from '../../support/stages/table.ts';
import { deliveringService } from './deliveringService.ts';
import { eventsQueueOf } from './eventsQueue.ts';
import { ownedByFile } from './runningService.ts';

/** The service reports each attempt to read an unreadable endpoint. */
const expected = /^FanOutEvent: message not consumed: \[\n(?: .*\n)+\]\n/gm;
const service = await ownedByFile(deliveringService(expected));
beforeEach(() => service.storedByRunning((table) => table.forgetWebhooks()));

const titlesOf = (count: number, about: string): string[] =>
  Array.from({ length: count }, (_, index) => `${about} ${index}`);

const pendingOf = async (table: Table) =>
  (await table.deliveries()).filter(({ status }) => status === 'pending');

const report = (line: string) => process.stdout.write(`${line}\n`);

describe('dead letters', () => {
  const events = 3;

  test('are delivered once when they are moved back', async () => {
    await using cleanup = new AsyncDisposableStack();
    const queue = await eventsQueueOf(service.directory);
    cleanup.defer(() => queue.close());
    cleanup.defer(await queue.comeAgainAfter(1));
    const [endpoint] = await service.register(1);
    const [document = ''] = await service.upload(1);
    const mend = await service.storedByRunning(breakEndpoint);

    for (const title of titlesOf(events, 'Unreadable')) await service.change({ document, title });

    await eventually(queue.countDeadLetters, (count) => count === events);
    expect(endpoint?.arrived()).toEqual([]);
    await mend();
    await queue.redrive();
    await eventually(
      async () => endpoint?.arrived() ?? [],
      (arrived) => arrived.length >= events,
    );
    await (await service.running()).drain();
    expect(new Set(endpoint?.arrived())).toHaveLength(events);
    expect(endpoint?.arrived()).toHaveLength(events);
    expect(await queue.countDeadLetters()).toBe(0);
    expect(await service.storedByRunning((table) => table.due())).toEqual([]);
  });

  /** Makes an endpoint unreadable, as a faulty release might. Resolves with a function that makes it readable again. */
  async function breakEndpoint(table: Table): Promise<() => Promise<void>> {
    const [webhook] = (await table.everything()).filter(({ sk }) => sk.startsWith('WEBHOOK#'));
    if (!webhook) throw new Error('there is no endpoint');
    const { events: given } = webhook;
    await table.set(webhook, 'events', 'unreadable');
    return () => service.storedByRunning((again) => again.set(webhook, 'events', given));
  }
});

describe('a service that is killed while it delivers', () => {
  const events = 100;
  const endpointCount = 3;
  /** The most requests that an endpoint gets at the same time. */
  const underWayMax = 10;
  const answerMilliseconds = 20;
  const documentCount = 8;

  test('delivers every event to every endpoint, and repeats only the requests under way', async () => {
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
});

describe('an organization whose endpoints never answer', () => {
  const queued = 500;
  const deadEndpoints = 5;
  const timely = 10;
  const everyMilliseconds = 500;

  test('delays no other', async () => {
    await using cleanup = new AsyncDisposableStack();
    const dead = await openReceiver({ certificate: service.receiver.certificate });
    cleanup.defer(() => dead.close());
    dead.behaviour = () => undefined;
    await service.register(deadEndpoints, 'owner', dead);
    const queue = await eventsQueueOf(service.directory);
    cleanup.defer(() => queue.close());
    const [endpoint] = await service.register(1, 'outsider');
    const [document = ''] = await service.upload(1, 'outsider');
    /** Changes a document. Resolves with the time from the answer to the arrival of the event, in milliseconds. */
    const latenessOf = async (title: string): Promise<number> => {
      await service.change({ document, title }, 'outsider');
      const answeredAt = Date.now();
      const arrivedAt = await eventually(
        async () => endpoint?.arrivals().get(title),
        (found) => found !== undefined,
      );
      return (arrivedAt ?? 0) - answeredAt;
    };
    await latenessOf('Warm');
    const { credentials } = await service.running();
    await using load = await openLoad(service.directory, credentials);
    await load.change(Array.from({ length: queued }, () => credentials.organization_id));

    const before = await queue.count();
    const overtaking = await latenessOf('Overtaking');
    const overtaken = await queue.count();
    await eventually(queue.count, (count) => count === 0);
    const lateness: number[] = [];
    for (const title of titlesOf(timely, 'Timely')) {
      const turn = delay(everyMilliseconds);
      lateness.push(await latenessOf(title));
      await turn;
    }

    const pending = await service.storedByRunning(pendingOf);
    report(
      `late by ${overtaking} ms while of ${before} events ${overtaken} waited on; by ${lateness.join(', ')} ms beside ${pending.length} deliveries`,
    );
    expect(overtaken, 'the event overtook earlier ones').toBeGreaterThan(before / 2);
    expect(pending.length).toBe(queued * deadEndpoints);
  });
});
