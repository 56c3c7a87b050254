import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSchedules } from '../schedules.ts';
import type { ScheduleDefinition } from '../template/workers.ts';

const definition = {
  logicalId: 'EveryMinute',
  ruleArn: 'arn:aws:events:us-east-1:000000000000:rule/EveryMinute',
  intervalMinutes: 1,
  functionId: 'Sweep',
  mayBeInvoked: true,
  input: undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a function with invocations that the test ends. */
function controlled() {
  const running: PromiseWithResolvers<string>[] = [];
  const events: string[] = [];
  const invoke = (_: string, event: string): Promise<string> => {
    events.push(event);
    const invocation = Promise.withResolvers<string>();
    running.push(invocation);
    return invocation.promise;
  };
  const retired: string[] = [];
  const retire = (id: string) => void retired.push(id);
  return { functions: { invoke, retire }, events, running, retired };
}

const start = (
  given: Partial<ScheduleDefinition>,
  functions: Parameters<typeof startSchedules>[0]['functions'],
) => startSchedules({ definitions: [{ ...definition, ...given }], region: 'us-east-1', functions });

describe('startSchedules', () => {
  test('invokes at once and then at the rate', async () => {
    const { functions, events, running, retired } = controlled();
    const stop = start({ input: '{"a":1}' }, functions);
    expect(events).toEqual(['{"a":1}']);

    running[0]?.resolve('null');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(events).toHaveLength(1);
    expect(retired).toEqual(['Sweep']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(events).toHaveLength(2);
    stop();
  });

  test('skips a run while the one before is running, and continues after a failure', async () => {
    const { functions, events, running } = controlled();
    const stop = start({ input: '{}' }, functions);

    await vi.advanceTimersByTimeAsync(180_000);
    expect(events).toHaveLength(1);
    running[0]?.reject(new Error('failed'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toHaveLength(2);
    stop();
  });

  test('sends the scheduled event to a target without an input, and nothing after it was stopped', async () => {
    const { functions, events } = controlled();
    const stop = start({ input: undefined }, functions);
    stop();
    await vi.advanceTimersByTimeAsync(180_000);

    expect(events.map((event) => JSON.parse(event))).toMatchObject([
      { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [definition.ruleArn] },
    ]);
  });
});
