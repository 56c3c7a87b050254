import type { Words } from '../alarms.ts';
import type { Grants } from '../grants.ts';

/** A function as the stack creates it. Its bundle has its name. */
export interface FunctionSpec {
  readonly description: string;
  /**
   * The function's whole access, apart from its own log and traces. Its environment names the stores in it and no others. A
   * transaction (TransactWriteItems) is authorised by the actions of its items, each in the partition of its item.
   */
  readonly grants: Grants;
  /** The function talks to the identity provider, which its environment names. Default: it does not */
  readonly identityProvider?: true;
  /** The function checks URLs of webhook endpoints; its environment says if they may be private. Default: it does not */
  readonly webhookTargets?: true;
  /** The function holds callers to quotas; its environment has those that are for it. Default: it does not */
  readonly quotas?: 'of storage' | 'of organizations';
  /** The function looks at when API keys end; its environment has the longest life of keys. Default: it does not */
  readonly keyLife?: true;
  /** The function names the largest file that can be put; its environment has that. Default: it does not */
  readonly takesUploads?: true;
  /** Threads for work that blocks in Node, such as resolving host names. Default: 4, Node's own */
  readonly threads?: number;
  /** CPU comes with memory. Default: 1024 */
  readonly memoryMegabytes?: number;
  /** Default: 29, the longest that API Gateway waits for an answer */
  readonly timeoutSeconds?: number;
  /** What alarms say about the queues that the function takes from. Default: it takes from none */
  readonly alarms?: QueueAlarms;
}

/** The words of the alarms that a row of `queues` names. */
export interface QueueAlarms {
  /** The action ends before the command that puts the messages back. */
  readonly deadLetters: Words;
  readonly delay?: Words;
  /** The action is the same for all queues. */
  readonly abandoned?: Pick<Words, 'meaning'>;
}

export const memoryMegabytesDefault = 1024;
export const timeoutSecondsDefault = 29;

/** One whole vCPU (AWS Lambda, "Configure memory"), for functions that mostly compute, in one thread: drawing, reading PDFs. */
export const wholeCpuMegabytes = 1769;
