/** The actions that a function may take, by store. Names are IAM's own. */
export interface Grants {
  readonly table?: readonly (
    | 'dynamodb:GetItem'
    | 'dynamodb:BatchGetItem'
    | 'dynamodb:Query'
    | 'dynamodb:PutItem'
    | 'dynamodb:UpdateItem'
    | 'dynamodb:DeleteItem'
  )[];
  readonly listIndex?: readonly 'dynamodb:Query'[];
  readonly dueIndex?: readonly 'dynamodb:Query'[];
  readonly uploads?: readonly ObjectAction[];
  readonly payloads?: readonly ObjectAction[];
  readonly entryPages?: readonly ObjectAction[];
  readonly bucket?: readonly 's3:ListBucket'[];
  readonly processingQueue?: readonly QueueAction[];
  readonly eventsQueue?: readonly QueueAction[];
  readonly deliveriesQueue?: readonly QueueAction[];
  readonly slowDeliveriesQueue?: readonly QueueAction[];
  readonly webhookKey?: readonly ('kms:Encrypt' | 'kms:Decrypt')[];
  /** It grants nothing on a stage whose client has no secret. */
  readonly clientSecret?: readonly 'ssm:GetParameter'[];
}
type ObjectAction = 's3:GetObject' | 's3:PutObject';
/** SendMessageBatch is authorised by sqs:SendMessage. */
type QueueAction = 'sqs:SendMessage' | (typeof polling)[number];

/** A store, or a part of one, that a function can be given access to. */
export type Resource = keyof Grants;

/** Lambda's poller takes these actions in the function's name (AWS Lambda, "Using Lambda with Amazon SQS"). */
export const polling = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'] as const;
