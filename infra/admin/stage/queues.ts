import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import { queueName, queueNames } from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { countMessages, redriveQueue } from './stageQueue.ts';

export function addQueues(program: AdminCommand): void {
  const queues = program.subcommand('queues', 'messages that wait for workers, and dead letters');

  queues
    .subcommand('list', 'The queues, with the numbers of their messages and dead letters.')
    .more(`
SQS counts approximately: messages of the last minute may be missing. A message only names work. Until the work is done, the sweep
sends another message after some minutes.`)
    .examples('queues list')
    .runs(list);

  queues
    .subcommand('redrive', 'Move the dead letters of a queue back to it, so that workers try again.')
    .argument('<queue>', queueNames.join(', '), queueName)
    .more(`
Fix the cause first: a message that fails five more times becomes a dead letter again. Interrupting this command does not stop the
move.`)
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
      `SQS stopped moving dead letters back to ${name}: ${failure}. Before that, it moved ${moved}.`,
    );
  output.record({ queue: name, moved_messages: moved });
  if (moved === 0) output.note('There were no dead letters to move.');
}
