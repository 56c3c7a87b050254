import { expect, test } from 'vitest';
import { dueShards } from '../../../shared/data/keys/work.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { createEvent, newEvent } from '../../../shared/data/webhooks/events.ts';
import { sendGraceMilliseconds } from '../../../shared/data/work/due.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const { invoke, takeMessages, recorder } = await sharedWatchedStage(['dynamodb']);

/** The number of times that the sweep has read the whole index. */
function roundsOfSweep(): number {
  const calls = recorder
    .take()
    .filter(({ name }) => name === 'sweepDue')
    .flatMap((recording) => recording.calls);
  return calls.filter(({ name }) => name === 'dynamodb Query').length / dueShards.length;
}

test('a sweep sends due work once, and ends even if the index still shows it', async () => {
  const committedAt = Date.now() - sendGraceMilliseconds - 1;
  const events = Array.from({ length: 100 }, () => {
    const given = { type: 'webhook.test', visible_to: null, body: '{}' };
    return newEvent({ id: newId('evt'), organization_id: newId('org'), ...given }, committedAt);
  });
  await transact(events.map(createEvent));

  await invoke('sweepDue', {});

  expect(roundsOfSweep()).toBe(2);
  const sent = (await takeMessages('events')).flatMap((body) => JSON.parse(body).event_ids);
  const ids = new Set<string>(events.map(({ id }) => id));
  expect(sent.filter((id) => ids.has(id)).toSorted()).toEqual([...ids].toSorted());
});
