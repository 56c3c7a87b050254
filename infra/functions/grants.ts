import type { QueueName } from '../../shared/runtime/stores.ts';

/** The IAM actions that a function may take, by store. */
export interface Grants extends Readonly<Partial<Record<`${QueueName}Queue`, readonly QueueAction[]>>> {
  readonly table?: Partitioned<
    | 'dynamodb:GetItem'
    | 'dynamodb:BatchGetItem'
    | 'dynamodb:Query'
    | 'dynamodb:PutItem'
    | 'dynamodb:BatchWriteItem'
    | 'dynamodb:UpdateItem'
    | 'dynamodb:DeleteItem'
  >;
  readonly listIndex?: Partitioned<'dynamodb:Query'>;
  readonly filterIndex?: Partitioned<'dynamodb:Query'>;
  /** Covers every partition of the index, because due work is spread over the partitions at random. */
  readonly dueIndex?: readonly 'dynamodb:Query'[];
  readonly uploads?: readonly ObjectAction[];
  readonly direct?: readonly ObjectAction[];
  readonly payloads?: readonly ObjectAction[];
  readonly entryPages?: readonly ObjectAction[];
  readonly pages?: readonly ObjectAction[];
  readonly texts?: readonly ObjectAction[];
  readonly stamped?: readonly ObjectAction[];
  /** Covers uploads only, including direct uploads by clients. */
  readonly bucket?: readonly 's3:ListBucket'[];
  /** Covers lists of pictures, texts and stamped copies only. */
  readonly copies?: readonly 's3:ListBucket'[];
  readonly webhookKey?: readonly ('kms:Encrypt' | 'kms:Decrypt')[];
  /** The key of `webhookKey`, for secrets in stored answers, which are repeated to clients. */
  readonly shownSecrets?: readonly ('kms:Encrypt' | 'kms:Decrypt')[];
  /** The key of `webhookKey`, for secrets of links that are to be mailed. */
  readonly mailSecrets?: readonly ('kms:Encrypt' | 'kms:Decrypt')[];
  /** Sends mail from the address of the stage. Grants nothing on a stage that sends no mail. */
  readonly mailIdentity?: readonly 'ses:SendEmail'[];
  /** The audit bucket, which contains only heads of chains. */
  readonly auditHeads?: readonly 's3:PutObject'[];
  /** The search engine, whose own policy says what a role may do there. Grants nothing on a stage without search. */
  readonly collections?: readonly 'aoss:APIAccessAll'[];
  /** Grants nothing on a stage whose client has no secret. */
  readonly clientSecret?: readonly 'ssm:GetParameter'[];
}
/** Actions on a table or an index, each with the partitions that it may touch. */
type Partitioned<Action extends string> = Readonly<Partial<Record<Action, readonly Partition[]>>>;
/** The beginnings of the partition keys, in the table and in its indexes `list` and `filter` (`shared/data/keys/`). */
export type Partition =
  | 'ACTIVITY#'
  | 'ANSWERED#'
  | 'ARCHIVED#'
  | 'CALLERS'
  | 'CHAIN#'
  | 'CHAINS#'
  | 'COPIES#'
  | 'DELETED#'
  | 'DELIVERIES#'
  | 'DOC#'
  | 'EMAIL#'
  | 'ENDPOINTS#'
  | 'EVENT#'
  | 'EVENTS#'
  | 'FORMAT'
  | 'GROUP#'
  | 'GROUPSOF#'
  | 'HOST#'
  | 'IDENTITY#'
  | 'INDEXED#'
  | 'KEY#'
  | 'KEYS#'
  | 'KEYUSE#'
  | 'MAIL#'
  | 'MAILCOUNT#'
  | 'MARK#'
  | 'MEMBERSHIPS#'
  | 'NOMAIL#'
  | 'ORG#'
  | 'PAGES#'
  | 'POLICY#'
  | 'RATE#'
  | 'READERS#'
  | 'READING#'
  | 'ROOM#'
  | 'ROOMACCESS#'
  | 'ROOMS#'
  | 'SEARCHDUE#'
  | 'SESSION#'
  | 'SESSIONS#'
  | 'SHAREDWITH#'
  | 'SIGNIN#'
  | 'SLOW#'
  | 'STAMPED#'
  | 'SWEEP'
  | 'TAKEN#'
  | 'UPLOAD#'
  | 'USAGE#'
  | 'USER#'
  | 'VIEWS#'
  | 'WEBHOOK#';

type ObjectAction = 's3:GetObject' | 's3:PutObject' | 's3:DeleteObject';
type QueueAction = 'sqs:SendMessage' | (typeof polling)[number];

/** A store, or a part of one, that a function can be given access to. */
export type Resource = keyof Grants;

/** Lambda's poller takes these actions in the function's name (AWS Lambda, "Using Lambda with Amazon SQS"). */
export const polling = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'] as const;

/** An action that a function may take on a store. */
export interface Granted {
  readonly action: string;
  /** The partitions that the action may touch, if the store has partitions and not all of them are granted. */
  readonly partitions?: readonly Partition[];
}

/** Returns the actions that a function may take on a store. */
export function grantedOn(resource: Resource, grants: Grants): Granted[] {
  const granted = grants[resource] ?? [];
  if (isList(granted)) return granted.map((action) => ({ action }));
  return Object.entries(granted).map(([action, partitions]) => ({ action, partitions }));
}

const isList = (granted: object): granted is readonly string[] => Array.isArray(granted);
