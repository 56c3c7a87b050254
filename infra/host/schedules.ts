import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import type { Functions } from './functions.ts';
import { localAccountId } from './template/localNames.ts';
import type { ScheduleDefinition } from './template/workers.ts';

const minuteMilliseconds = 60_000;
/** The thread of a function stays for this time after an answer, so that the last lines of the function reach its log. */
const lingerMilliseconds = 10_000;

interface SchedulesOptions {
  readonly definitions: readonly ScheduleDefinition[];
  readonly region: string;
  readonly functions: Pick<Functions, 'invoke' | 'retire'>;
}

/**
 * Invokes the targets of schedules now, for work that an earlier run left, and then at their rate. Skips a run while the previous run of
 * the same target continues. Ends the functions' threads between runs.
 *
 * @returns a function that stops the schedules; running invocations continue
 */
export function startSchedules({ definitions, region, functions }: SchedulesOptions): () => void {
  const permitted = definitions.filter(({ mayBeInvoked }) => mayBeInvoked);
  const timers = permitted.map((definition) => {
    let running = false;
    const run = async (): Promise<void> => {
      if (running) return;
      running = true;
      try {
        await functions.invoke(definition.functionId, definition.input ?? scheduledEvent(definition, region));
      } catch {
        // The error is in the function's log. The next run is the retry.
      } finally {
        running = false;
        setTimeout(() => functions.retire(definition.functionId), lingerMilliseconds).unref();
      }
    };
    void run();
    return setInterval(run, definition.intervalMinutes * minuteMilliseconds);
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

const scheduledEvent = ({ ruleArn }: ScheduleDefinition, region: string): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: localAccountId,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [ruleArn],
    detail: {},
  } satisfies ScheduledEvent<Record<string, never>>);
