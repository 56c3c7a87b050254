import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect } from 'vitest';
import { getDocument, replaceDocument } from '../../shared/data/documents/documents.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { documentRecord } from '../../shared/events/records/documents.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { openHook } from './hook.ts';
import { type Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

/** Runs before each request to the table during a change. */
const steps = new AsyncLocalStorage<(operation: string) => Promise<void>>();
dynamo.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      await steps.getStore()?.(commandName);
      return next(args);
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

/** The request that commits, in an organization without endpoints. The change looks for endpoints before it and after it. */
const commitsAt = 2;

describe('a first endpoint that is registered while a change is committed', () => {
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

  test('does not get the event when it is registered after the last request', async ({ organization }) => {
    await changeWith(organization, async () => {});
    const endpoint = await organization.register();

    await stage.deliver();
    await stage.passTime(120_000);

    expect(endpoint.receiver.connections).toBe(0);
  });
});
