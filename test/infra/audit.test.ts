import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { grantedOn, type Partition, type Resource } from '../../infra/functions/grants.ts';
import { chainShardCount } from '../../shared/data/keys/activity.ts';
import { specs, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
/** Returns the number of functions that are granted one of the actions on a store, or in a partition of the table. */
const rolesThat = (actions: readonly string[], store: Resource, partition?: Partition): number =>
  [...specs.values()].filter(({ grants }) =>
    grantedOn(store, grants).some(
      ({ action, partitions = [] }) =>
        actions.includes(action) && (partition === undefined || partitions.includes(partition)),
    ),
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
    'roles that put entries': rolesThat([put], 'table', 'ACTIVITY#'),
    'roles that update or remove entries, or put them in a batch': rolesThat(
      otherWrites,
      'table',
      'ACTIVITY#',
    ),
    'roles that mark lists': rolesThat([put, ...otherWrites], 'table', 'MARK#'),
    'role that writes chains: the sealer': rolesThat([put, ...otherWrites], 'table', 'CHAIN#'),
    'role that signs heads: the sealer': keyStatements.split('kms:Sign"').length - 1,
    'role that puts signed heads: the sealer': rolesThat(['s3:PutObject'], 'auditHeads'),
    'roles that remove signed heads': rolesThat(['s3:DeleteObject', 's3:DeleteObjectVersion'], 'auditHeads'),
    'minute between two runs of the sealer': Number(
      /rate\((\d+) minute/.exec(String(ruleOf('Seals activity')?.ScheduleExpression))?.[1],
    ),
    'minutes until the sealer has checked every chain': chainShardCount,
    'minutes without a run that ended well, until the alarm SealingLate fires': periodOf('SealingLate'),
    'minutes until the alarm SealActivityErrors fires for a run that failed': periodOf('SealActivityErrors'),
  });
});
