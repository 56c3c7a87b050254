import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { newId } from '../../shared/data/table/ids.ts';
import { openReceiver, trust } from '../support/receivers/receiver.ts';
import { anyPauseMilliseconds, faultyStageOn } from '../support/stages/faultyStage.ts';
import { sharedStage } from '../support/stages/sharedStage.ts';
import { type Endpoint, registerEndpoint } from './endpoints.ts';
import { startWorker } from './separateProcess.ts';

/** More rounds than these tests need. The test fails if workers call each other without end. */
const roundsMax = 100;

const onlyOne = <T>([first, ...others]: readonly T[], what: string): T => {
  if (first === undefined || others.length > 0) throw new Error(`expected one ${what}, not ${others}`);
  return first;
};

/**
 * Returns the stage of this process with a receiver of webhooks and one processed document. Requests to its stores can get faults, which end
 * after each test.
 */
export async function sharedDeliveringStage() {
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

  /** Changes a document. Resolves with the id of its event. */
  const change = async (): Promise<string> => {
    const title = `Change ${++changes}`;
    // One process makes all ids, so the event has a later id.
    const before = newId('evt');
    await stage.call.updateDocument({ path: { document_id: document.id }, json: { title } });
    return onlyOne((await stage.table.events(before)).slice(0, 1), 'event').id;
  };
  // Ignores delayed messages of earlier tests, which arrive late.
  let endpoints: Endpoint[] = [];
  const takeDeliveries = async () =>
    (await stage.takeMessages('deliveries')).filter((message) =>
      endpoints.some(({ id }) => message.includes(id)),
    );
  /** Processes all messages, and those that are sent meanwhile. */
  const workOff = async (): Promise<void> => {
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
      if (events.length + deliveries.length === 0) return;
    }
    throw new Error(`there are messages after ${roundsMax} rounds`);
  };
  await workOff();

  /** Registers an endpoint at the receiver, for `document.updated` by default. */
  const register = async (events?: readonly string[]): Promise<Endpoint> => {
    const endpoint = await registerEndpoint(stage.call, receiver, events);
    endpoints.push(endpoint);
    return endpoint;
  };
  /** Changes a document and takes the event's message from its queue. */
  const changeAndTake = async () => ({
    event: await change(),
    body: onlyOne(await stage.takeMessages('events'), 'message'),
  });

  afterEach(async () => {
    receiver.behaviour = answer;
    endpoints = [];
    await stage.table.forgetWebhooks();
    await stage.recover();
    await workOff();
  });
  return {
    ...stage,
    receiver,
    register,
    change,
    changeAndTake,
    workOff,
    /** Registers an endpoint, then does the same as `changeAndTake`. */
    changeForOne: async () => ({ endpoint: await register(), ...(await changeAndTake()) }),
    /** Registers an endpoint, changes a document, fans the event out, and takes the message for a worker from its queue. */
    fanOutForOne: async () => {
      const endpoint = await register();
      const { event, body } = await changeAndTake();
      await stage.fanOut(body);
      return { endpoint, event, body: onlyOne(await takeDeliveries(), 'message') };
    },
    /** Moves the clock forward, runs the sweep, and processes its messages. */
    passOn: async () => {
      await stage.table.letTimePass(anyPauseMilliseconds);
      await stage.sweepIfDue();
      await stage.deliver(...(await stage.takeMessages('processing')));
      await workOff();
    },
    /** Starts the worker that delivers, in a separate process. */
    startDelivering: (message: string) =>
      startWorker(stage, 'deliverWebhook', message, { variables: { NODE_EXTRA_CA_CERTS: authority } }),
    delivery: async (event: string) =>
      onlyOne(
        (await stage.table.deliveries()).filter(({ event_id }) => event_id === event),
        'delivery',
      ),
    /** Returns the attempts to deliver an event, each as its status or the class of its error. */
    attempts: async (event: string) =>
      (await stage.table.attempts(event)).map(({ status_code, error }) => status_code ?? error?.class),
    /** Resolves with the number of requests to send a message during the run. Failed requests count too. */
    messagesSentBy: async (run: () => Promise<unknown>): Promise<number> => {
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
  };
}
