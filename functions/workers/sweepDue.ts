import { markFormat } from '../../shared/data/table/format.ts';
import {
  type DueWork,
  listDueWork,
  postpone,
  sendGraceMilliseconds,
  type Task,
} from '../../shared/data/work/due.ts';
import { recordSweep } from '../../shared/data/work/sweeps.ts';
import { sendEvents, sendViews } from '../../shared/queues/events.ts';
import { sendIndexDocument } from '../../shared/queues/indexing.ts';
import { announceNotice, sendSendMail } from '../../shared/queues/mail.ts';
import { sendProcessVersion } from '../../shared/queues/processing.ts';
import { sendQuickDeliver } from '../../shared/queues/quickDeliveries.ts';
import { sendRemoveDeleted } from '../../shared/queues/removals.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { log } from '../../shared/runtime/log.ts';
import { isSearchOn } from '../../shared/search/collections.ts';
import { inParallel } from './batches/inParallel.ts';
import { noticeOfKeyEnd } from './notices/keyEndNotice.ts';

/** After this time, the sweep assumes that a message is lost, and sends another message. */
const resendAfterMilliseconds = 15 * 60_000;
/** The number of due items that a round takes from each shard. The next round or the next run takes the rest. */
const countPerShard = 25;
/** A run ends well before its 55-second timeout. The next run continues. */
const budgetMilliseconds = 40_000;

/** The number of items that are sent at the same time. The SDK has more connections to a store, so no item waits for another. */
const concurrency = 25;

coldStart();

/**
 * Sends due work to its queue every minute, and postpones it so that it is not sent twice. Stores the time of its run, and the format
 * in the table of a new stage.
 */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const isOver = () => Date.now() - startedAt > budgetMilliseconds;
  await markFormat();
  let sent = 0;
  for (;;) {
    const due = await listDueWork(Date.now(), countPerShard, isSearchOn());
    const sentBefore = sent;
    await inParallel(due, concurrency, isOver, async (work) => {
      try {
        if (await send(work)) sent += 1;
      } catch (error) {
        log.error('due work not sent', { ...work.task, error });
      }
    });
    // A round that sends nothing saw only outdated index entries, or work that cannot be sent now.
    const mayHaveMore = due.length >= countPerShard && sent > sentBefore;
    if (!mayHaveMore || isOver()) break;
  }
  if (sent > 0) log.info('due work sent', { sent });
  await recordSweep(Date.now());
};

/**
 * Postpones work before it sends the message. If the sweep dies in between, the work is one round late. In the other order, the message
 * could be sent every minute.
 */
async function send(work: DueWork): Promise<boolean> {
  const dueAtMilliseconds = Date.now() + resendAfterMilliseconds;
  if (!(await postpone(work, dueAtMilliseconds))) return false;
  try {
    await sendTask(work.task);
    return true;
  } catch (error) {
    // The queue may work again in a minute, so the work becomes due again then.
    await postpone({ ...work, dueAtMilliseconds }, Date.now() + sendGraceMilliseconds);
    throw error;
  }
}

async function sendTask(task: Task): Promise<void> {
  switch (task.kind) {
    case 'process_version':
      return sendProcessVersion(task);
    case 'fan_out_event':
      return sendEvents([{ id: task.event_id }]);
    case 'tell_of_views':
      return sendViews(task.views);
    case 'deliver':
      // The due index does not say which endpoints are slow; the worker finds out.
      return sendQuickDeliver(task.webhook_id);
    case 'send_mail':
      return sendSendMail(task.mail_id);
    case 'tell_of_key_end':
      return sendNoticeOfKeyEnd(task.key_uuid);
    case 'index_document':
      return sendIndexDocument(task);
    case 'remove_deleted':
      return sendRemoveDeleted(task);
  }
}

/** The worker that sends mail may not change API keys. So the sweep makes the notice itself, and its mail is due work of its own. */
async function sendNoticeOfKeyEnd(keyUuid: string): Promise<void> {
  const notice = await noticeOfKeyEnd(keyUuid);
  if (notice) await announceNotice(notice);
}
