import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect } from 'vitest';
import { getDocument, replaceDocument } from '../../shared/data/documents/documents.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { documentRecord } from '../../shared/events/records/documents.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { openHook } from './hook.ts';
import { Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

/** Runs before each request to the table during a change. */
const steps = new AsyncLocalStorage<(operation: string) => Promise<void>>();
/** If true, the answer to the next single put of a change is lost. */
let isAnswerLost = false;
dynamo.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const step = steps.getStore();
      await step?.(commandName);
      const answer = await next(args);
      if (!step || !isAnswerLost || commandName !== 'PutItemCommand') return answer;
      isAnswerLost = false;
      throw new Error('the answer is lost');
    },
  { step: 'initialize', name: 'steps' },
);
// The client has sent commands already, and builds the middleware of each command only once. After `destroy` it builds the middleware
// again.
dynamo.destroy();

/** Commits a change of the organization's document as a handler does. Calls `before` before each request of the commit. */
async function changeWith(
  { documentId }: Organization,
  before: (request: number, operation: string) => Promise<void>,
): Promise<void> {
  const document = await getDocument(documentId);
  if (!document) throw new Error('there is no document');
  let request = 0;
  await steps.run(
    (operation) => steps.exit(() => before(++request, operation)),
    () =>
      commitChange({
        records: [documentRecord('document.updated', document, null)],
        writes: [replaceDocument(document)],
      }),
  );
}

/**
 * The requests of a change in an organization without endpoints. The change looks for endpoints, commits, and looks for endpoints again.
 */
const commitsAt = 2;
const requests = ['GetItem', 'TransactWriteItems', 'GetItem'];

describe('a first endpoint that is registered while a change is committed', () => {
  test('can come before any of these requests', async ({ organization }) => {
    const seen: string[] = [];

    await changeWith(organization, async (_, operation) => {
      seen.push(operation.replace(/Command$/, ''));
    });

    expect(seen).toEqual(requests);
    expect(await stage.take('events'), 'and nobody is called').toEqual([]);
    expect(await stage.table.due()).not.toContain('EVENT');
  });

  test.for([1, 2, 3])(
    'gets the event when it is registered before request %i',
    async (moment, { organization }) => {
      const hook = await openHook();

      await changeWith(organization, async (request) => {
        if (request === moment) await organization.register({ hook });
      });
      await stage.deliver();

      // An endpoint that is registered between the commit and request 3 gets the event too. Nobody relies on this.
      expect(hook.deliveries).toHaveLength(1);
      await stage.passTime(120_000);
      expect(hook.deliveries, 'once').toHaveLength(1);
    },
  );

  test.for([
    ['second look', 3],
    ['commit that fans it out', 4],
  ] as const)('gets the event even if the %s fails at first', async ([, failsAt], { organization, hook }) => {
    await changeWith(organization, async (request) => {
      if (request === commitsAt) await organization.register({ hook });
      if (request === failsAt) throw new Error('the store is away');
    });
    await stage.deliver();
    await stage.passTime(120_000);

    expect(hook.deliveries).toHaveLength(1);
  });

  test('gets the event once even if the answer to the commit that fans it out is lost', async () => {
    const organization = await Organization.on(stage);
    const hook = await openHook();
    isAnswerLost = true;

    await changeWith(organization, async (request) => {
      if (request === commitsAt) await organization.register({ hook });
    });
    await stage.deliver();
    await stage.passTime(120_000);

    expect(isAnswerLost, 'it was').toBe(false);
    expect(hook.deliveries).toHaveLength(1);
  });

  test('does not get the event when it is registered after the last request', async ({ organization }) => {
    await changeWith(organization, async () => {});
    const endpoint = await organization.register();

    await stage.deliver();
    await stage.passTime(120_000);

    expect(endpoint.receiver.connections).toBe(0);
  });

  test('gets the event by the sweep when the message was lost', async ({ organization, hook }) => {
    await changeWith(organization, async (request) => {
      if (request === 3) await organization.register({ hook });
    });
    await stage.take('events');

    await stage.passTime(120_000);

    expect(hook.deliveries).toHaveLength(1);
  });
});

test('the events of one change are in one message', async ({ organization }) => {
  const endpoint = await organization.register({ events: ['*'] });
  const document = await getDocument(organization.documentId);
  if (!document) throw new Error('there is no document');
  await commitChange({
    records: [
      documentRecord('document.updated', document, null),
      documentRecord('document.ready', document, null),
    ],
    writes: [replaceDocument(document)],
  });

  const messages = await stage.take('events');
  expect(messages).toHaveLength(1);
  await stage.work('events', messages);
  await stage.deliver();

  expect(endpoint.deliveries.map(({ event }) => event.type).toSorted()).toEqual([
    'document.ready',
    'document.updated',
  ]);
  expect(await stage.table.due()).not.toContain('EVENT');
});
