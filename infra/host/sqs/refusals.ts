/** Refuses requests that SQS refuses, but fauxqs accepts. */
import { type Action, type Input, PlainSqsError } from './fauxqs.ts';

type Refusal = { readonly Code: string; readonly Message: string } | undefined;

/** Amazon SQS API Reference, "SendMessage": 15 minutes. */
const maxDelaySeconds = 900;
/** Amazon SQS API Reference, "SendMessage": up to 128 characters, letters, digits and punctuation. */
const groupIdPattern = /^[\x21-\x7e]{1,128}$/;

function messageRefusal({ DelaySeconds: delay, MessageGroupId: groupId }: Input): Refusal {
  const Code = 'InvalidParameterValue';
  if (delay !== undefined && !(typeof delay === 'number' && delay >= 0 && delay <= maxDelaySeconds)) {
    const Message = `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`;
    return { Code, Message };
  }
  if (groupId === undefined || (typeof groupId === 'string' && groupIdPattern.test(groupId)))
    return undefined;
  const Message =
    'The value of parameter MessageGroupId is invalid. Reason: MessageGroupId can only include \
alphanumeric and punctuation characters. 1 to 128 in length.';
  return { Code, Message };
}

/** The receipt handles of fauxqs are UUIDs. Only the form is checked, because SQS also accepts handles that are no longer valid. */
const handlePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const handleRefusal = ({ ReceiptHandle: handle }: Input): Refusal =>
  handle === undefined || handlePattern.test(String(handle))
    ? undefined
    : { Code: 'ReceiptHandleIsInvalid', Message: 'The input receipt handle is invalid.' };

const refusals: Readonly<Record<string, (about: Input) => Refusal>> = {
  SendMessage: messageRefusal,
  DeleteMessage: handleRefusal,
  ChangeMessageVisibility: handleRefusal,
};

interface BatchAnswer {
  readonly Successful: readonly object[];
  readonly Failed: readonly object[];
}

export const entriesOf = ({ Entries }: Input): readonly Input[] => (Array.isArray(Entries) ? Entries : []);

/** Wraps an action with SQS's refusals. In a batch, only the invalid entries are refused. */
export function refusing(name: string, action: Action): Action {
  const refusalOf = refusals[name.replace(/Batch$/, '')];
  if (!refusalOf) return action;
  if (!name.endsWith('Batch'))
    return (input, store, request) => {
      const refusal = refusalOf(input);
      if (refusal) throw new PlainSqsError(refusal.Code, refusal.Message);
      return action(input, store, request);
    };
  return async (input, store, request) => {
    const entries = entriesOf(input);
    const Failed = entries.flatMap((entry) => {
      const refusal = refusalOf(entry);
      return refusal ? [{ Id: entry.Id, SenderFault: true, ...refusal }] : [];
    });
    if (Failed.length === 0) return action(input, store, request);
    const Entries = entries.filter((entry) => !refusalOf(entry));
    if (Entries.length === 0) return { Successful: [], Failed };
    const answer = (await action({ ...input, Entries }, store, request)) as BatchAnswer;
    return { ...answer, Failed: [...answer.Failed, ...Failed] };
  };
}
