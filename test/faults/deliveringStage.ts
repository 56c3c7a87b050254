import type { ChildProcess } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { newId } from '../../shared/data/table/ids.ts';
import { openReceiver, type Receiver, trust } from '../support/receivers/receiver.ts';
import { anyPauseMilliseconds, type FaultyStage, faultyStageOn } from '../support/stages/faultyStage.ts';
import { sharedStage } from '../support/stages/sharedStage.ts';
import type { AttemptRow, DeliveryRow } from '../support/stages/table.ts';
import { type Endpoint, registerEndpoint } from './endpoints.ts';
import { startWorker } from './separateProcess.ts';

export interface DeliveringStage extends FaultyStage {
  readonly receiver: Receiver;
  /** Registers an endpoint at the receiver, for `document.updated` by default. */
  register(events?: readonly string[]): Promise<Endpoint>;
  /** Changes a document. Resolves with the id of its event. */
  change(): Promise<string>;
  /** Changes a document and takes the event's message from its queue. */
  changeAndTake(): Promise<{ event: string; body: string }>;
  /** Registers an endpoint, then does the same as `changeAndTake`. */
  changeForOne(): Promise<{ endpoint: Endpoint; event: string; body: string }>;
  /** Registers an endpoint, changes a document, fans the event out, and takes the message for a worker from its queue. */
  fanOutForOne(): Promise<{ endpoint: Endpoint; event: string; body: string }>;
  /** Processes all messages, and those that are sent meanwhile. Resolves with their number. */
  workOff(): Promise<number>;
  /** Moves the clock forward, runs the sweep, and processes its messages. */
  passOn(): Promise<void>;
  /** Starts the worker that delivers, in a separate process. */
  startDelivering(body: string): ChildProcess;
  delivery(event: string): Promise<DeliveryRow>;
  /** Returns the attempts to deliver an event, each as its status or the class of its error. */
  attempts(event: string): Promise<(number | string | null | undefined)[]>;
  /** Resolves with the number of requests to send a message during the run. Failed requests count too. */
  messagesSentBy(run: () => Promise<unknown>): Promise<number>;
}

/** More rounds than these tests need. The test fails if workers call each other without end. */
const roundsMax = 100;

/**
 * Returns the stage of this process with a receiver of webhooks and one processed document. Requests to its stores can get faults, which end
 * after each test.
 */
export async function sharedDeliveringStage(): Promise<DeliveringStage> {
  const stage = faultyStageOn(await sharedStage());
  const receiver = await openReceiver();
  afterAll(() => receiver.close());
  trust(receiver.certificate);
  const authority = join(tmpdir(), `receiver-${crypto.randomUUID()}.pem`);
  await writeFile(authority, receiver.certificate.cert);
  afterAll(() => rm(authority));
  const answer = receiver.behaviour;
  const { document, body } = await stage.uploadAndTake();
  await stage.deliver(body);
  let changes = 0;

  const change: DeliveringStage['change'] = async () => {
    const title = `Change ${++changes}`;
    // One process makes all ids, so the event has a later id.
    const before = newId('evt');
    await stage.call.updateDocument({ path: { document_id: document.id }, json: { title } });
    const [found] = await stage.table.events(before);
    if (!found) throw new Error('the change has no event');
    return found.id;
  };
  const onlyOne = ([message, ...others]: readonly string[]): string => {
    if (message === undefined || others.length > 0) throw new Error(`expected one message, not ${others}`);
    return message;
  };
  // Ignores delayed messages of earlier tests, which arrive late.
  let endpoints: Endpoint[] = [];
  const takeDeliveries = async () =>
    (await stage.takeMessages('deliveries')).filter((message) =>
      endpoints.some(({ id }) => message.includes(id)),
    );
  const workOff = async () => {
    let count = 0;
    for (let round = 0; round < roundsMax; round++) {
      const events = await stage.takeMessages('events');
      await stage.fanOut(...events);
      const deliveries = [
        ...(await stage.takeMessages('deliveries')),
        ...(await stage.takeMessages('slowDeliveries')),
      ];
      for (const message of deliveries) {
        const failed = await stage.consume('deliverWebhook', message);
        if (failed.length > 0) throw new Error(`${message} was not consumed`);
      }
      if (events.length + deliveries.length === 0) return count;
      count += events.length + deliveries.length;
    }
    throw new Error(`there are messages after ${roundsMax} rounds`);
  };
  await workOff();

  const register: DeliveringStage['register'] = async (events) => {
    const endpoint = await registerEndpoint(stage.call, receiver, events);
    endpoints.push(endpoint);
    return endpoint;
  };
  const changeAndTake = async () => ({
    event: await change(),
    body: onlyOne(await stage.takeMessages('events')),
  });
  const fanOutAndTake = async () => {
    const { event, body } = await changeAndTake();
    await stage.fanOut(body);
    return { event, body: onlyOne(await takeDeliveries()) };
  };

  const recover: DeliveringStage['recover'] = async () => {
    receiver.behaviour = answer;
    endpoints = [];
    await stage.table.forgetWebhooks();
    await stage.recover();
    await workOff();
  };
  afterEach(recover);
  return {
    ...stage,
    receiver,
    register,
    change,
    changeAndTake,
    changeForOne: async () => ({ endpoint: await register(), ...(await changeAndTake()) }),
    fanOutForOne: async () => ({ endpoint: await register(), ...(await fanOutAndTake()) }),
    workOff,
    passOn: async () => {
      await stage.table.letTimePass(anyPauseMilliseconds);
      await stage.sweepIfDue();
      await stage.deliver(...(await stage.takeMessages('processing')));
      await workOff();
    },
    startDelivering: (message) =>
      startWorker(stage, 'deliverWebhook', message, { variables: { NODE_EXTRA_CA_CERTS: authority } }),
    delivery: async (event) => {
      const [found, ...others] = (await stage.table.deliveries()).filter(
        ({ event_id }) => event_id === event,
      );
      if (!found || others.length > 0) throw new Error(`expected one delivery of ${event}`);
      return found;
    },
    attempts: async (event) => (await stage.table.attempts(event)).map(outcomeOf),
    messagesSentBy: async (run) => {
      const { faultOf } = stage.sqs;
      let count = 0;
      stage.sqs.faultOf = (request) => {
        if (String(request.headers['x-amz-target']).includes('SendMessage')) count += 1;
        return faultOf(request);
      };
      await run();
      stage.sqs.faultOf = faultOf;
      return count;
    },
    recover,
  };
}

const outcomeOf = ({ status_code, error }: AttemptRow) => status_code ?? error?.class;
