import type { QueueName } from '../../shared/runtime/stores.ts';
import { eventually } from '../support/eventually.ts';
import type { Stage } from '../support/stages/stage.ts';
import type { Measure } from './measured.ts';

/** Has the mail of a share sent that was just made, and the event recorded by which SES reports that. */
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
