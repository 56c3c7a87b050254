import type { Command } from 'commander';
import type { Admin } from './admin.ts';
import { type QueueName, queueName, queueNames } from './arguments.ts';
import { Refusal } from './refusal.ts';
import { type QueueCounts, StageQueue } from './stageQueue.ts';

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
While it is not done, a sweep sends another after some minutes.

Example:
  npm run admin -- queues list`,
    )
    .action(() => listQueues(admin));

  queues
    .command('redrive')
    .description('Have workers try again what they gave up: move the dead letters of a queue back to it.')
    .argument('<queue>', queueNames.join(', '), queueName)
    .addHelpText(
      'after',
      `
Do it once the cause is mended: a message that fails five times more is a dead letter again. Interrupting this command does
not stop the move.

Example:
  npm run admin -- queues redrive deliveries`,
    )
    .action((name: QueueName) => redrive(admin, name));
}

async function listQueues(admin: Admin): Promise<void> {
  const { resources } = await admin.connect();
  const rows = await Promise.all(
    queueNames.map(async (name) => present(name, await new StageQueue(resources, name).counts())),
  );
  admin.output().list('queues', rows);
}

const present = (queue: QueueName, { own, deadLetters }: QueueCounts) => ({
  queue,
  waiting: own.waiting,
  in_flight: own.inFlight,
  delayed: own.delayed,
  // Whoever looks at one has it in flight.
  dead_letters: deadLetters.waiting + deadLetters.inFlight,
});

async function redrive(admin: Admin, name: QueueName): Promise<void> {
  const { resources } = await admin.connect();
  const { moved, failure } = await new StageQueue(resources, name).redrive();
  if (failure !== undefined)
    throw new Refusal(
      `SQS stopped moving dead letters back to ${name}: ${failure}. Until then ${moved} were moved.`,
    );
  admin.output().record({ queue: name, moved_messages: moved });
  if (moved === 0) admin.output().note('There were no dead letters to move.');
}
