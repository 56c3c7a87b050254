import { type DueWork, listDueWork, postpone } from '../../shared/data/due.ts';
import { log } from '../../shared/log.ts';
import { sendProcessVersion } from '../../shared/queues/processing.ts';

/** How long a message that the sweep sent may wait in its queue before the sweep takes it for lost. */
const resendAfterMilliseconds = 15 * 60_000;
/** In each shard, at a time. What is left over follows in the next round or the next minute. */
const countPerShard = 100;
/** The next sweep takes over; this one ends well before its 55 seconds are up. */
const budgetMilliseconds = 40_000;

/** Every minute: puts on its queue what has fallen due, and moves it on so that it is not sent twice. */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  let sent = 0;
  for (;;) {
    const due = await listDueWork(Date.now(), countPerShard);
    const outcomes = await Promise.allSettled(due.map(send));
    sent += outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.error('due work not sent', { error: outcome.reason });
    const mayHaveMore = due.length >= countPerShard && outcomes.some(({ status }) => status === 'fulfilled');
    if (!mayHaveMore || Date.now() - startedAt > budgetMilliseconds) break;
  }
  if (sent > 0) log.info('due work sent', { sent });
};

/** Moved on first: a sweep that dies in between delays the work by one round instead of sending it every minute. */
async function send(work: DueWork): Promise<boolean> {
  if (!(await postpone(work, Date.now() + resendAfterMilliseconds))) return false;
  await sendProcessVersion(work.task);
  return true;
}
