import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { readFirst } from '../client.ts';
import { type Rehearsal, stackName } from '../rehearsal.ts';
import { tested } from '../testedSettings.ts';

const template = z.looseObject({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

const functionsAreIn = new Set(['AWS::Lambda::Function', 'AWS::CloudFormation::Stack']);

/**
 * Deploys an update. The update changes the authorizer, and then waits for a signal that nobody sends. CloudFormation must roll back the
 * changes, and the stage must serve as before.
 */
export async function breakUpdate(rehearsal: Rehearsal): Promise<string> {
  const before = await readFirst(rehearsal);
  const assembly = await rehearsal.synthesize('broken', { ...tested, rateLimitRequests: '5000' });
  const path = join(assembly, `${stackName}.template.json`);
  const { Resources, ...rest } = z.parse(template, JSON.parse(await readFile(path, 'utf8')));
  const waiting = {
    Signal: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
    NobodySignals: {
      Type: 'AWS::CloudFormation::WaitCondition',
      DependsOn: Object.keys(Resources).filter((id) => functionsAreIn.has(Resources[id]?.Type ?? '')),
      Properties: { Handle: { Ref: 'Signal' }, Timeout: '1', Count: 1 },
    },
  };
  await writeFile(path, JSON.stringify({ ...rest, Resources: { ...Resources, ...waiting } }));

  const failed = await rehearsal.deploy(assembly).then(
    () => false,
    () => true,
  );
  const stack = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: stackName }));
  const status = stack.Stacks?.[0]?.StackStatus;
  if (!failed || status !== 'UPDATE_ROLLBACK_COMPLETE') throw new Error(`The stack is ${status}`);
  const after = await readFirst(rehearsal);
  if (after !== before) throw new Error(`The stage allows ${after} requests a minute, and ${before} before`);
  return `${status}, and the stage serves as before`;
}
