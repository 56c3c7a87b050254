import type { Command } from 'commander';
import { stackNameOf } from '../stackName.ts';
import type { Admin } from './admin.ts';
import { Refusal } from './refusal.ts';
import { findStack } from './stage.ts';
import { deleteUsageKeysOf } from './usageKeys.ts';

export function addStage(program: Command, admin: Admin): void {
  const stage = program.command('stage').description('a deployed stage as a whole').helpCommand(false);

  stage
    .command('clean-up')
    .description('Delete what a stage left in the account when its stack was deleted: its API Gateway keys.')
    .addHelpText(
      'after',
      `
CloudFormation knows nothing of the keys that "keys issue" made, and they count against the 10,000 that an account has in a
region. API Gateway deletes five a second. Interrupting this command and repeating it does no harm.

Example:
  npm run admin -- --stage dev stage clean-up`,
    )
    .action(() => cleanUp(admin));
}

/** The stack has to be gone: without its API Gateway key, a credential that is in use would have every request refused. */
async function cleanUp(admin: Admin): Promise<void> {
  const name = admin.stageName();
  if (name === undefined)
    throw new Refusal('The local stage leaves nothing in an account: name one with --stage.');
  const stackName = stackNameOf({ stage: name });
  const stack = await findStack(stackName);
  if (stack)
    throw new Refusal(
      `The stack ${stackName} is there (${stack.StackStatus}), and its keys are in use. Delete it first: npx cdk destroy -c stage=${name}`,
    );
  admin.output().record({ stage: name, deleted_usage_keys: await deleteUsageKeysOf(name) });
}
