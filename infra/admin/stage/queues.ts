import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import { queueName, queueNames } from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { countMessages, redriveQueue } from './stageQueue.ts';

export function addQueues(program: AdminCommand): void {
  const queues = program.subcommand('queues', 'what waits for a worker, and what workers gave up');

  queues
    .subcommand('list', 'The queues, with how many messages they and their dead-letter queues have.')
    .more(`
SQS counts approximately: messages of the last minute may be missing. A message says only that there is something to do.
While it is not done, a sweep sends another after some minutes.`)
    .examples('queues list')
    .runs(list);

  queues
    .subcommand(
      'redrive',
      'Have workers try again what they gave up: move the dead letters of a queue back to it.',
    )
    .argument('<queue>', queueNames.join(', '), queueName)
    .more(`
Do it once the cause is mended: a message that fails five times more is a dead letter again. Interrupting this command does
not stop the move.`)
    .examples('queues redrive deliveries')
    .runs(redrive);
}

async function list({ output }: Admin): Promise<void> {
  const rows = await Promise.all(
    queueNames.map(async (queue) => ({ queue, ...(await countMessages(queue)) })),
  );
  output.list('queues', rows);
}

async function redrive({ output }: Admin, name: string): Promise<void> {
  const { moved, failure } = await redriveQueue(name);
  if (failure !== undefined)
    throw new Refusal(
      `SQS stopped moving dead letters back to ${name}: ${failure}. Until then ${moved} were moved.`,
    );
  output.record({ queue: name, moved_messages: moved });
  if (moved === 0) output.note('There were no dead letters to move.');
}
