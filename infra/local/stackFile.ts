import * as z from 'zod/mini';

/** The content of `stack.json`, by which the operator's command line finds the stores of the local stage. */
export const stackFile = z.object({
  base_url: z.string(),
  table_name: z.string(),
  stack_name: z.string(),
  /** The endpoints of the local stores. */
  dynamodb: z.string(),
  sqs: z.string(),
  kms: z.string(),
  s3: z.string(),
  cloudwatch: z.string(),
  ses: z.string(),
  /** The credentials of the stage's owner, who may do everything with the stores. */
  credentials: z.object({ access_key_id: z.string(), secret_access_key: z.string() }),
  /** The stack's outputs by their keys. Outputs without a value on this machine are left out. */
  outputs: z.record(z.string(), z.string()),
});
export type StackFile = z.infer<typeof stackFile>;
