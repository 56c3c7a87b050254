/** A process that counts the calls of pages on a stage of its own. Prints a line of JSON that has the `PageCalls` of each page. */
import { sequentialRoundTrips, sumOfUnits } from '../support/stages/recorder.ts';
import { pageRequests, textOf } from './pageRequests.ts';
import { onRecordedStage } from './recordedStage.ts';

/** The round trips and write units of a request, including those of its authorizer. */
export interface PageCalls {
  readonly roundTrips: number;
  readonly writeUnits: number;
}

await onRecordedStage(
  async () => undefined,
  async ({ stage: { credentials, invoke, takeMessages }, recorder }) => {
    const settle = async (): Promise<void> => {
      for (const [name, queue] of [
        ['processVersion', 'processing'],
        ['prepareCopy', 'preparations'],
      ] as const)
        for (const body of await takeMessages(queue))
          await invoke(name, {
            Records: [{ messageId: 'message-1', body, attributes: { ApproximateReceiveCount: '1' } }],
          });
    };
    const counted: Record<string, PageCalls> = {};
    for (const { what, request } of await pageRequests(credentials, settle)) {
      // The first request also causes work that a process does only once. So the second request counts.
      await textOf(credentials, request);
      recorder.take();
      await textOf(credentials, request);
      const recordings = recorder.take();
      counted[what] = {
        roundTrips: recordings.reduce((sum, { calls }) => sum + sequentialRoundTrips(calls), 0),
        writeUnits: sumOfUnits(
          recordings.flatMap(({ calls }) => calls),
          'writeUnits',
        ),
      };
    }
    console.log(JSON.stringify(counted));
  },
);
