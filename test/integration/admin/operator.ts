import { callJson } from 'assembly-host/awsJson';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Io } from '../../../infra/admin/commandLine/output.ts';
import { actorId, type OrganizationId, organizationId } from '../../../shared/contract/identifiers.ts';
import { deleteOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { QueueName } from '../../../shared/runtime/stores.ts';
import { emptyStage, type SharedStage } from '../../support/stages/sharedStage.ts';
import { type Outcome, runCommand } from './runCommand.ts';

/** The message of a command that gave up after conflicts with other requests, which happens on a busy machine. */
const tryAgain = 'Other requests keep changing the same records. Nothing was changed. Try again.';

export type Operator = ReturnType<typeof operatorOf>;

/** Returns an operator of the stage of this process, which is empty. `before`: the beginning of every command line. */
export const operator = async (...before: string[]): Promise<Operator> =>
  operatorOf(await emptyStage(), { before });

/** Adds the command line to a stage. Its clock begins in 2030. `now`: the clock of the commands. Default: `clock` */
export function operatorOf(
  stage: SharedStage,
  { before = [], now }: { readonly before?: readonly string[]; now?(): number } = {},
) {
  /** The clock of the commands, in epoch milliseconds. */
  const clock = { now: Date.UTC(2030, 0, 1) };
  const runs = async (argv: readonly string[], more: Pick<Io, 'ask'> = {}): Promise<Outcome> => {
    await stage.catchUp();
    const io = { env: { DATA_DIR: stage.dataDirectory }, now: now ?? (() => clock.now), ...more };
    return runCommand([...before, ...argv.flatMap((word, index) => (index ? word : word.split(' ')))], io);
  };
  /**
   * Runs a command when the indexes are up to date, and again if its message is `tryAgain`. The first word of a command may have several:
   * `users list`. `record` and `rows` add `--json` and parse the output.
   */
  const admin = async (...argv: string[]): Promise<Outcome> => {
    const outcome = await runs(argv);
    return outcome.stderr.includes(tryAgain) ? admin(...argv) : outcome;
  };
  const json = async (...argv: string[]) => {
    const { code, stdout, stderr } = await admin(...argv, '--json');
    if (code !== 0) throw new Error(`${argv.join(' ')} answered ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const everything = () => stage.table.everything();
  return {
    ...stage,
    admin,
    everything,
    clock,
    record: json as (...argv: string[]) => Promise<Record<string, string>>,
    rows: json as (...argv: string[]) => Promise<Record<string, unknown>[]>,
    /** Runs a command like `admin`, at a terminal where `ask` answers the questions. */
    answering: (ask: NonNullable<Io['ask']>, ...argv: string[]) => runs(argv, { ask }),
    /** Expects that a command fails with this exit code and this message on stderr, and changes nothing. */
    refuses: async (code: number, stderr: unknown, ...argv: readonly string[]) => {
      const before = await everything();
      expect(await admin(...argv), argv.join(' ')).toEqual({ code, stdout: '', stderr });
      expect(await everything()).toEqual(before);
    },
    /** The outputs of the stage, as a stack has them. */
    outputs: { ...stage.stores.stack.outputs, SearchEndpoints: 'none' } as Readonly<Record<string, string>>,
    /** Calls an action of SQS. */
    callSqs: (action: string, input: object) => callJson(stage.stores.sqs, action, input),
    /** Removes all messages from a queue, and returns them. */
    take: async (queue: QueueName): Promise<unknown[]> =>
      (await stage.takeMessages(queue)).map((body) => JSON.parse(body)),
  };
}

/** An address that no other test uses. */
export const someEmail = (): string => `${crypto.randomUUID()}@example.com`;

/** A person with an organization of their own. */
export async function founded({ record }: Operator) {
  const email = someEmail();
  const user = await record('users create', email, '--name', 'Ada Lovelace');
  const organization = await record('organizations create', 'Example Ltd', '--owner', email);
  const id = z.parse(organizationId, organization.id);
  return { email, user: z.parse(actorId, user.id), organization: id, here: ['--organization', id] };
}

/** Deletes an organization as the API does when an owner requests it. */
export async function deleted(id: OrganizationId, now: number): Promise<void> {
  const organization = await getOrganization(id);
  if (!organization) throw new Error('it is gone');
  await transact(deleteOrganization(organization, now));
  await suspendAll(id, () => false);
}

/** A new member of the organization with this role. */
export async function joined({ record }: Operator, organization: string, role = 'member'): Promise<string> {
  const email = someEmail();
  await record('users create', email, '--name', 'Grace Hopper');
  await record('members add', email, '--organization', organization, '--role', role);
  return email;
}
