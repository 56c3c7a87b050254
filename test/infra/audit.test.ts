import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { chainShardCount } from '../../shared/data/keys/activity.ts';
import { synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
const statement = z.looseObject({
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.optional(z.unknown()),
});
const role = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })),
});

/** Returns the number of roles with a statement that has one of the actions, and all of the words in its resource and conditions. */
const rolesThat = (actions: readonly string[], ...words: readonly string[]): number =>
  [...stage.of('AWS::IAM::Role').values()].filter((properties) =>
    (z.safeParse(role, properties).data?.Policies ?? [])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .some(({ Action, ...rest }) => {
        const text = JSON.stringify(rest);
        return (
          [Action].flat().some((action) => actions.includes(action)) &&
          words.every((word) => text.includes(word))
        );
      }),
  ).length;

const put = 'dynamodb:PutItem';
const otherWrites = ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
const keyStatements = JSON.stringify(
  [...stage.of('AWS::KMS::Key').entries()].find(([id]) => id.includes('AuditKey')),
);
const ruleOf = (description: string) =>
  [...stage.of('AWS::Events::Rule').values()].find(({ Description }) => Description === description);
const periodOf = (name: string): number => {
  const found = [...stage.of('AWS::CloudWatch::Alarm')].find(([id]) => id.includes(name));
  return Number(/"Period":(\d+)/.exec(JSON.stringify(found))?.[1]) / 60;
};

test('the page about sealed activity has the numbers of the template', () => {
  const page = readFileSync(fileURLToPath(new URL('../../shared/audit/README.md', import.meta.url)), 'utf8');
  const said = Object.fromEntries(
    [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, number, what]) => [what, Number(number)]),
  );

  expect(said).toEqual({
    'roles that put entries': rolesThat([put], '"ACTIVITY#*"'),
    'roles that update or remove entries, or put them in a batch': rolesThat(otherWrites, '"ACTIVITY#*"'),
    'roles that mark lists': rolesThat([put, ...otherWrites], '"MARK#*"'),
    'role that writes chains: the sealer': rolesThat([put, ...otherWrites], '"CHAIN#*"'),
    'role that signs heads: the sealer': keyStatements.split('kms:Sign"').length - 1,
    'role that puts signed heads: the sealer': rolesThat(['s3:PutObject'], 'AuditBucket'),
    'roles that remove signed heads': rolesThat(['s3:DeleteObject', 's3:DeleteObjectVersion'], 'AuditBucket'),
    'minute between two runs of the sealer': Number(
      /rate\((\d+) minute/.exec(String(ruleOf('Seals activity')?.ScheduleExpression))?.[1],
    ),
    'minutes until the sealer has checked every chain': chainShardCount,
    'minutes without a run that ended well, until the alarm SealingLate fires': periodOf('SealingLate'),
    'minutes until the alarm SealActivityErrors fires for a run that failed': periodOf('SealActivityErrors'),
  });
});
