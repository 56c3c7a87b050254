import { inWords, sequentialRoundTrips, sumOfUnits } from '../support/stages/recorder.ts';
import type { Measured } from './measured.ts';
import { makePayloads, measureOperations } from './measureOperations.ts';
import { onRecordedStage } from './recordedStage.ts';
import { section } from './section.ts';
import { printTable, verdict } from './table.ts';

/** Records the calls of every operation to the local stores, one request at a time. */
export const operations = section<{ readonly pageLength: number }>(
  { full: { pageLength: 50 }, short: { pageLength: 2 } },
  (counts) =>
    onRecordedStage(async ({ stage, recorder, receiverPort }) => {
      const payloads = await makePayloads();
      printCalls(await measureOperations(stage, recorder, { ...counts, payloads, receiverPort }));
    }),
);

function printCalls(measured: readonly Measured[]): void {
  printTable(
    'What each operation asks of the stores',
    [
      'invocation',
      'round trips',
      'aim',
      'RCU',
      'WCU',
      'calls (-> waits for the calls before it, + runs at the same time)',
    ],
    measured.map(({ what, recording: { calls }, aim }) => {
      const trips = sequentialRoundTrips(calls);
      const units = [sumOfUnits(calls, 'readUnits'), sumOfUnits(calls, 'writeUnits')];
      return [what, trips, aim === undefined ? '' : verdict(trips, aim), ...units, inWords(calls)];
    }),
  );
  console.log(
    '\nThe authorizer runs before each operation; the rows of operations are what comes after authorization.\n' +
      'Capacity is counted as AWS bills it: what a transaction writes twice, and each entry of an index on top.',
  );
}
