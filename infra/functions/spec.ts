import type { Words } from '../observability/alarms.ts';
import type { Grants, Partition } from './grants.ts';

/** A function as the stack creates it. Its bundle has its name. */
export interface FunctionSpec {
  readonly description: string;
  /**
   * The function's access, in addition to its own log and traces, to what `commits` adds, and to the answers that `manifest.ts` adds for
   * operations with an `Idempotency-Key`. The function's environment names the stores in `grants` and no others. A transaction
   * (TransactWriteItems) needs no permission of its own, only the permissions for the writes of its items, in their partitions.
   */
  readonly grants: Grants;
  /**
   * The function commits changes with their entries of activity, and with events and the messages that announce them. Default: it
   * commits none
   */
  readonly commits?: 'entries' | 'entries and events';
  /** The function talks to the identity provider, which its environment names. Default: it does not */
  readonly identityProvider?: true;
  /** The function names the origin of the stage's bucket to browsers. Default: it does not */
  readonly namesFiles?: true;
  /** The function says which code runs. Default: it does not */
  readonly namesRelease?: true;
  /** The function checks URLs of webhook endpoints; its environment says if they may be private. Default: it does not */
  readonly webhookTargets?: true;
  /** The function enforces quotas; its environment has the ones that it needs. Default: it does not */
  readonly quotas?: 'of storage' | 'of organizations';
  /** The function checks when API keys end; its environment has the longest life of keys. Default: it does not */
  readonly keyLife?: true;
  /** The function begins sessions, or checks when they end; its environment has their lives. Default: it does not */
  readonly sessionLife?: true;
  /** The function states the largest file that can be uploaded; its environment has that limit. Default: it does not */
  readonly takesUploads?: true;
  /**
   * For a function that makes mails. Its environment says whether the stage sends mail. `with secrets`: it also encrypts the secrets of
   * links. `notices`: it needs no rights to check blocks and to count, because the worker does both. Default: the function makes no mails
   */
  readonly makesMail?: 'with secrets' | 'without secrets' | 'notices';
  /** The function searches. Its environment names the search engine's collections. Default: it does not */
  readonly searches?: true;
  /** The function writes the search index. Its environment names the collections. Default: it does not */
  readonly indexes?: true;
  /**
   * The function changes documents, which makes their entries in the search index due. Its environment says whether the stage has search.
   * Default: it does not
   */
  readonly marksForSearch?: true;
  /** Threads for work that blocks in Node, such as resolving host names. Default: 4, Node's own */
  readonly threads?: number;
  /** CPU comes with memory. Default: 1024 */
  readonly memoryMegabytes?: number;
  /** Default: 29, the longest that API Gateway waits for an answer */
  readonly timeoutSeconds?: number;
  /** The texts of alarms about the queues that the function consumes. Default: it consumes none */
  readonly alarms?: QueueAlarms;
}

/** The texts of the alarms in a row of `queues`. */
export interface QueueAlarms {
  /** The command that moves the messages back is appended to the action. */
  readonly deadLetters: Omit<Words, 'severity'>;
  readonly delay?: Omit<Words, 'severity'>;
  /** The action is the same for all queues. */
  readonly abandoned?: Omit<Words, 'action'>;
}

export const memoryMegabytesDefault = 1024;
export const timeoutSecondsDefault = 29;

/** One whole vCPU (AWS Lambda, "Configure memory"), for functions that mostly compute, in one thread: drawing, reading PDFs. */
export const wholeCpuMegabytes = 1769;

type Table = NonNullable<Grants['table']>;

/** Returns the grants on the table with partitions added to some actions. */
export const withPartitions = (
  table: Table = {},
  added: { readonly [Action in keyof Table]?: readonly Partition[] },
): Table => ({
  ...table,
  ...Object.fromEntries(
    (Object.entries(added) as [keyof Table, readonly Partition[]][]).map(([action, partitions]) => [
      action,
      [...new Set([...(table[action] ?? []), ...partitions])],
    ]),
  ),
});

/** Adds the grants that a function needs to commit: it puts entries and events, and marks the lists of the entries. */
function withCommit(spec: FunctionSpec): FunctionSpec {
  const { commits, grants } = spec;
  if (!commits) return spec;
  const hasEvents = commits === 'entries and events';
  const table = withPartitions(grants.table, {
    'dynamodb:PutItem': ['ACTIVITY#', ...(hasEvents ? (['EVENT#'] as const) : [])],
    'dynamodb:UpdateItem': ['MARK#'],
  });
  const eventsQueue = [...(grants.eventsQueue ?? []), 'sqs:SendMessage'] as const;
  return { ...spec, grants: { ...grants, table, ...(hasEvents && { eventsQueue }) } };
}

/** Adds the grants that a function needs to make a mail: it looks for blocks of the address, and counts the mail, unless it is a notice. */
function withMail(spec: FunctionSpec): FunctionSpec {
  const { makesMail, grants } = spec;
  if (!makesMail) return spec;
  const table = withPartitions(grants.table, {
    'dynamodb:PutItem': ['MAIL#'],
    ...(makesMail !== 'notices' && {
      'dynamodb:BatchGetItem': ['MAILCOUNT#', 'NOMAIL#', 'USAGE#'],
      'dynamodb:UpdateItem': ['MAILCOUNT#'],
    }),
  });
  const secrets = makesMail === 'with secrets' && { mailSecrets: ['kms:Encrypt'] as const };
  return { ...spec, grants: { ...grants, table, mailQueue: ['sqs:SendMessage'], ...secrets } };
}

/** Adds the grants that a function needs to ask the search engine, and to mark documents whose entries are due. */
function withSearch(spec: FunctionSpec): FunctionSpec {
  const { searches, indexes, marksForSearch, grants } = spec;
  return {
    ...spec,
    grants: {
      ...grants,
      ...((searches || indexes) && { collections: ['aoss:APIAccessAll'] as const }),
      ...(marksForSearch && {
        table: withPartitions(grants.table, { 'dynamodb:UpdateItem': ['SEARCHDUE#'] }),
        indexingQueue: [...(grants.indexingQueue ?? []), 'sqs:SendMessage'] as const,
      }),
    },
  };
}

/** Adds the grants for commits, mails and search. */
export const withCommits = <Specs extends Readonly<Record<string, FunctionSpec>>>(specs: Specs) =>
  Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, withSearch(withMail(withCommit(spec)))]),
  ) as {
    readonly [Name in keyof Specs]: FunctionSpec & Omit<Specs[Name], 'grants'>;
  };
