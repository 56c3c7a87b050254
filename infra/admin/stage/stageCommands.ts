import { stackNameOf } from '../../stage/stackName.ts';
import { type Admin, type AdminCommand, type CommandLine, confirming } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { deleteUsageKeysOf } from '../keys/usageKeys.ts';
import { findStack } from './stage.ts';

export function addStage(program: AdminCommand): void {
  const stage = program.subcommand('stage', 'a deployed stage as a whole');

  stage
    .subcommand(
      'clean-up',
      'Delete the API Gateway keys that a stage left in the account when its stack was deleted.',
    )
    .more(`
CloudFormation does not know the keys that "keys issue" created. They count towards the 10,000 that an account may have in a region.
API Gateway deletes five a second. The command can be interrupted and repeated.`)
    .asksFirst()
    .examples('--stage dev stage clean-up')
    .action(({ yes }: { yes?: true }) => cleanUp(program.line, confirming(program.line.ask, yes === true)));
}

/**
 * Deletes the API Gateway keys of a deleted stage. Throws a Refusal while the stack exists, because requests to the stage need these keys.
 */
async function cleanUp({ stageName, output }: CommandLine, confirm: Admin['confirm']): Promise<void> {
  const name = stageName();
  if (name === undefined)
    throw new Refusal('The local stage leaves nothing in an account. Name a deployed stage with --stage.');
  const stackName = stackNameOf({ stage: name });
  const stack = await findStack(stackName);
  if (stack)
    throw new Refusal(
      `The stack ${stackName} exists (${stack.StackStatus}), and its keys are in use. Delete it first: npx cdk destroy -c stage=${name}`,
    );
  await confirm(`The API Gateway keys that the stage ${name} left in this account are deleted.`);
  output().record({ stage: name, deleted_usage_keys: await deleteUsageKeysOf(name) });
}
