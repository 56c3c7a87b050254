import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callJson } from 'assembly-host/awsJson';
import { beforeAll, expect } from 'vitest';
import * as z from 'zod/mini';
import type { Io } from '../../../infra/admin/commandLine/output.ts';
import { localStackFile } from '../../../infra/local/seed.ts';
import type { StackFile } from '../../../infra/local/stackFile.ts';
import {
  type ActorId,
  actorId,
  type DocumentId,
  type OrganizationId,
  organizationId,
} from '../../../shared/contract/identifiers.ts';
import {
  createDocument,
  getDocument,
  newDocument,
  replaceDocument,
} from '../../../shared/data/documents/documents.ts';
import { deleteOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { createShare, newShare } from '../../../shared/data/shares/changes.ts';
import type { ShareItem } from '../../../shared/data/shares/shareItems.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { takeMessages } from '../../support/stages/queues.ts';
import { emptyStage } from '../../support/stages/sharedStage.ts';
import type { ProvisionedStores } from '../../support/stages/stores.ts';
import type { Table } from '../../support/stages/table.ts';
import { type Outcome, runCommand } from './runCommand.ts';

/** The message of a command that gave up after conflicts with other requests, which happens on a busy machine. */
const tryAgain = 'Other requests keep changing the same records. Nothing was changed. Try again.';

export const baseUrl = 'http://localhost:3000';

/** The command line of an operator, and the stores behind it. The first word of a command may have several: `users list`. */
export interface Operator {
  /**
   * Runs a command when the indexes are up to date, and again if its message is `tryAgain`. `record` and `rows` add `--json` and parse the
   * output.
   */
  admin(...argv: string[]): Promise<Outcome>;
  /** Runs a command like `admin`, at a terminal where `ask` answers the questions. */
  answering(ask: NonNullable<Io['ask']>, ...argv: string[]): Promise<Outcome>;
  /** Expects that a command fails with this exit code and this message on stderr, and changes nothing. */
  refuses(code: number, stderr: unknown, ...argv: readonly string[]): Promise<void>;
  record(...argv: string[]): Promise<Record<string, string>>;
  rows(...argv: string[]): Promise<Record<string, unknown>[]>;
  /** The table, read and written directly. */
  table(): Table;
  /** Waits until lists show all acknowledged writes. */
  catchUp(): Promise<void>;
  /** Everything in the table, to compare that nothing changed. */
  everything(): Promise<unknown[]>;
  /** The outputs of the stage, as a stack has them. */
  outputs(): Readonly<Record<string, string>>;
  /** The address of SES, and of its inbox. */
  inboxUrl(): string;
  /** Calls an action of SQS. */
  sqs(action: string, input: object): Promise<unknown>;
  /** Removes all messages from the queue of an output, such as `EventsQueueUrl`, and returns them. */
  take(output: string): Promise<unknown[]>;
  /** The clock of the commands, in epoch milliseconds. */
  clock: { now: number };
}

/**
 * Returns an operator of the stage of this process, which is empty, for the tests of one file. `before`: the beginning of every command line.
 */
export function operator(...before: string[]): Operator {
  const clock = { now: Date.UTC(2030, 0, 1) };
  const env: Record<string, string> = {};
  const stage: { open?: OpenStage } = {};
  const open = (): OpenStage => {
    if (!stage.open) throw new Error('the stage is not open yet');
    return stage.open;
  };

  const admin = async (...argv: string[]): Promise<Outcome> => {
    await open().stores.catchUp();
    const outcome = await runs(argv);
    return outcome.stderr.includes(tryAgain) ? admin(...argv) : outcome;
  };
  const answering: Operator['answering'] = async (ask, ...argv) => {
    await open().stores.catchUp();
    return runs(argv, { ask });
  };
  const runs = ([first = '', ...others]: readonly string[], more: Pick<Io, 'ask'> = {}): Promise<Outcome> =>
    runCommand([...before, ...(first === '' ? [] : first.split(' ')), ...others], {
      env,
      now: () => clock.now,
      ...more,
    });
  const json = async (...argv: string[]) => {
    const { code, stdout, stderr } = await admin(...argv, '--json');
    if (code !== 0) throw new Error(`${argv.join(' ')} answered ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const sqs = (action: string, input: object) => callJson(open().stores.sqs, action, input);

  const opening = emptyStage();
  const directory = directoryOfTests();
  beforeAll(async () => {
    const { stores, table } = await opening;
    const outputs = { ...stores.stack.outputs, SearchEndpoints: 'none' };
    stage.open = { stores, table, outputs };
    const { dynamodb, sqs, kms, s3 } = stores.endpoints;
    const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = stores.credentials;
    const credentials = { access_key_id, secret_access_key };
    // Nobody evaluates alarms here.
    const where = { dynamodb, sqs, kms, s3, cloudwatch: 'http://127.0.0.1:9', ses: stores.inboxUrl };
    const names = { base_url: baseUrl, table_name: table.name, stack_name: stores.stack.name };
    const stack: StackFile = { ...names, ...where, credentials, outputs };
    await writeFile(join(directory, localStackFile), JSON.stringify(stack));
    env.DATA_DIR = directory;
  });

  return {
    admin,
    answering,
    refuses: async (code, stderr, ...argv) => {
      const before = await open().table.everything();
      expect(await admin(...argv), argv.join(' ')).toEqual({ code, stdout: '', stderr });
      expect(await open().table.everything()).toEqual(before);
    },
    record: json,
    rows: json,
    table: () => open().table,
    catchUp: () => open().stores.catchUp(),
    everything: () => open().table.everything(),
    outputs: () => open().outputs,
    inboxUrl: () => open().stores.inboxUrl,
    sqs,
    take: async (output) => {
      const bodies = await takeMessages(open().stores.sqs, open().outputs[output] ?? '');
      return bodies.map((body) => JSON.parse(body));
    },
    clock,
  };
}

interface OpenStage {
  readonly stores: ProvisionedStores;
  readonly table: Table;
  readonly outputs: Readonly<Record<string, string>>;
}

/** An address that no other test uses. */
export const someEmail = (): string => `${crypto.randomUUID()}@example.com`;

/** A person with an organization of their own. */
export async function founded({ record }: Operator) {
  const email = someEmail();
  const user = await record('users create', email, '--name', 'Ada Lovelace');
  const organization = await record('organizations create', 'Example Ltd', '--owner', email);
  return {
    email,
    user: z.parse(actorId, user.id),
    organization: z.parse(organizationId, organization.id),
  };
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

/** Stores a document of a person in an organization, without a file. */
export async function storedDocument(organization_id: OrganizationId, id: ActorId): Promise<DocumentId> {
  const given = {
    organization_id,
    title: 'Master agreement',
    description: null,
    access_level: 'organization',
    created_by: { id, type: 'user_account', name: 'Ada Lovelace' },
  } as const;
  const document = newDocument(given, { name: 'Example Ltd' }, { id: newId('ver'), size_bytes: 1 });
  await transact([createDocument(document)]);
  return document.id;
}

/** Shares a document with a new address, in the name of the creator of the document. */
export async function sharedBy(id: ActorId, documentId: DocumentId): Promise<ShareItem> {
  const document = await getDocument(documentId);
  if (!document) throw new Error(`no document ${documentId}`);
  const share = newShare(document, {
    email: `${crypto.randomUUID()}@example.org`,
    expires_at: null,
    message: '',
    notify_me: false,
    created_by: { id, type: 'user_account', name: 'Ada Lovelace' },
  });
  await transact([...createShare(share, undefined), replaceDocument({ ...document, share_count: 1 })]);
  return share;
}
