/** What fauxqs takes and SQS refuses. */
import { type Action, type Input, PlainSqsError } from './fauxqs.ts';

type Refusal = { readonly code: string; readonly message: string } | undefined;

/** Amazon SQS API Reference, "SendMessage": 15 minutes. */
const maxDelaySeconds = 900;

const delayRefusal = ({ DelaySeconds: delay }: Input): Refusal => {
  const isValid = typeof delay === 'number' && delay >= 0 && delay <= maxDelaySeconds;
  if (delay === undefined || isValid) return undefined;
  const message = `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`;
  return { code: 'InvalidParameterValue', message };
};

/** fauxqs's handles are UUIDs. One that nobody holds any more is taken, as by SQS. */
const handlePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const handleRefusal = ({ ReceiptHandle: handle }: Input): Refusal =>
  handle === undefined || handlePattern.test(String(handle))
    ? undefined
    : { code: 'ReceiptHandleIsInvalid', message: 'The input receipt handle is invalid.' };

const refusals: Readonly<Record<string, (about: Input) => Refusal>> = {
  SendMessage: delayRefusal,
  DeleteMessage: handleRefusal,
  ChangeMessageVisibility: handleRefusal,
};

/** The action, or of a batch its entries, but for what SQS refuses. */
export function refusing(name: string, action: Action): Action {
  const refusalOf = refusals[name.replace(/Batch$/, '')];
  if (!refusalOf) return action;
  return name.endsWith('Batch') ? refusingEntries(action, refusalOf) : refusingAll(action, refusalOf);
}

const refusingAll =
  (action: Action, refusalOf: (about: Input) => Refusal): Action =>
  (input, store, request) => {
    const refusal = refusalOf(input);
    if (refusal) throw new PlainSqsError(refusal.code, refusal.message);
    return action(input, store, request);
  };

interface BatchAnswer {
  readonly Successful: readonly object[];
  readonly Failed: readonly object[];
}

const refusingEntries =
  (action: Action, refusalOf: (about: Input) => Refusal): Action =>
  async (input, store, request) => {
    const entries = Array.isArray(input.Entries) ? (input.Entries as readonly Input[]) : [];
    const failed = entries.flatMap((entry) => {
      const refusal = refusalOf(entry);
      return refusal
        ? [{ Id: entry.Id, SenderFault: true, Code: refusal.code, Message: refusal.message }]
        : [];
    });
    if (failed.length === 0) return action(input, store, request);
    if (failed.length === entries.length) return { Successful: [], Failed: failed };
    const Entries = entries.filter((entry) => !refusalOf(entry));
    const answer = (await action({ ...input, Entries }, store, request)) as BatchAnswer;
    return { ...answer, Failed: [...answer.Failed, ...failed] };
  };
