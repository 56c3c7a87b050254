import { type JudgedStore, openJudgedStore, patienceMilliseconds } from 'assembly-host/judge/judgedStore';
import type { Stores } from 'assembly-host/stores';
import type { StackDefinition } from 'assembly-host/template/stack';
import { dynamo } from '../../../shared/data/table/client.ts';

/** Opens a judged store, and makes the table's client use it so that both stores answer each request. */
export async function openJudgedTable(
  stores: Stores,
  stack: StackDefinition,
  region: string,
): Promise<JudgedStore> {
  const judged = await openJudgedStore(stores, stack, region);
  waitForBothStores();
  askForCapacity();
  return judged;
}

/** Keeps the table's client from retries after its usual time limit: a retried addition adds twice. */
const waitForBothStores = (): void =>
  dynamo.middlewareStack.add(
    (next) => (args) =>
      next({ ...args, request: { ...(args.request as object), requestTimeout: patienceMilliseconds } }),
    { step: 'build', name: 'waitForBothStores', override: true },
  );

/**
 * Asks for the capacity of every write, and of every second read. The host answers a query in another way if the query does not ask for the
 * capacity. So both ways are tested.
 */
function askForCapacity(): void {
  let reads = 0;
  dynamo.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const isAsked = /Write|Put|Update|Delete/.test(commandName) || reads++ % 2 === 0;
        return next(
          isAsked ? { ...args, input: { ...args.input, ReturnConsumedCapacity: 'INDEXES' } } : args,
        );
      },
    { step: 'initialize', name: 'askJudgesForCapacity', priority: 'high', override: true },
  );
  dynamo.destroy();
}
