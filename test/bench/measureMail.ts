import type { QueueName } from '../../shared/runtime/stores.ts';
import { eventually } from '../support/eventually.ts';
import type { Stage } from '../support/stages/stage.ts';
import type { Measure } from './measured.ts';

/** Measures the worker that sends the mail of a new share, and the worker that records the event with which SES reports the delivery. */
export async function measureMail({ invoke, takeMessages }: Stage, measure: Measure): Promise<void> {
  const takeOne = async (queue: QueueName) => {
    const [body] = await eventually(
      () => takeMessages(queue),
      (messages) => messages.length > 0,
    );
    return { Records: [{ messageId: 'message-1', body }] };
  };
  const mail = await takeOne('mail');
  await measure('sendMail', () => invoke('sendMail', mail), { note: 'of a share' });
  const event = await takeOne('mailEvents');
  await measure('recordMailEvent', () => invoke('recordMailEvent', event));
}
