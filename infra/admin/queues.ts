import type { Command } from 'commander';
import type { Admin } from './admin.ts';
import { queueName, queueNames } from './arguments.ts';
import { examples } from './examples.ts';
import { Refusal } from './refusal.ts';
import { countMessages, redriveQueue } from './stageQueue.ts';

export function addQueues(program: Command, admin: Admin): void {
  const queues = program
    .command('queues')
    .description('what waits for a worker, and what workers gave up')
    .helpCommand(false);

  queues
    .command('list')
    .description('The queues, with how many messages they and their dead-letter queues have.')
    .addHelpText(
      'after',
      `
SQS counts approximately: messages of the last minute may be missing. A message says only that there is something to do.
While it is not done, a sweep sends another after some minutes.`,
    )
    .addHelpText('after', examples('queues list'))
    .action(() => list(admin));

  queues
    .command('redrive')
    .description('Have workers try again what they gave up: move the dead letters of a queue back to it.')
    .argument('<queue>', queueNames.join(', '), queueName)
    .addHelpText(
      'after',
      `
Do it once the cause is mended: a message that fails five times more is a dead letter again. Interrupting this command does
not stop the move.`,
    )
    .addHelpText('after', examples('queues redrive deliveries'))
    .action((name: string) => redrive(admin, name));
}

async function list(admin: Admin): Promise<void> {
  await admin.connect();
  const rows = await Promise.all(
    queueNames.map(async (queue) => ({ queue, ...(await countMessages(queue)) })),
  );
  admin.output().list('queues', rows);
}

async function redrive(admin: Admin, name: string): Promise<void> {
  await admin.connect();
  const { moved, failure } = await redriveQueue(name);
  if (failure !== undefined)
    throw new Refusal(
      `SQS stopped moving dead letters back to ${name}: ${failure}. Until then ${moved} were moved.`,
    );
  admin.output().record({ queue: name, moved_messages: moved });
  if (moved === 0) admin.output().note('There were no dead letters to move.');
}
