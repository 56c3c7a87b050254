import type { LocalMail } from 'assembly-host/ses/mailbox';
import type { Stage } from '../../support/stages/stage.ts';

export const someAddress = () => `${crypto.randomUUID()}@guests.example`;

const record = (body: string) => ({ messageId: crypto.randomUUID(), body });

/** Returns the helpers for tests of mail on a stage. */
export function mailOf({ inboxUrl, invoke, takeMessages }: Stage) {
  /** Runs a worker with a message. Resolves with the number of messages that failed. */
  const consume = async (name: 'sendMail' | 'recordMailEvent', body: string): Promise<number> =>
    ((await invoke(name, { Records: [record(body)] })) as { batchItemFailures: unknown[] }).batchItemFailures
      .length;
  return {
    consume,
    /** Runs the worker with the messages of a queue, each once. Resolves with the number of failed messages. */
    async work(queue: 'mail' | 'mailEvents'): Promise<number> {
      const consumer = queue === 'mail' ? 'sendMail' : 'recordMailEvent';
      let failed = 0;
      for (const body of await takeMessages(queue)) failed += await consume(consumer, body);
      return failed;
    },
    mailsTo: async (email: string): Promise<LocalMail[]> =>
      ((await (await fetch(`${inboxUrl}/mails`)).json()) as LocalMail[]).filter(
        ({ input }) => input.Destination.ToAddresses[0] === email,
      ),
    refuseNext: (type: string, count: number) =>
      fetch(`${inboxUrl}/refusals`, { method: 'POST', body: JSON.stringify({ type, count }) }),
    bounce: (mail: LocalMail | undefined) =>
      fetch(`${inboxUrl}/mails/${mail?.id}/bounce`, { method: 'POST' }),
    complain: (mail: LocalMail | undefined) =>
      fetch(`${inboxUrl}/mails/${mail?.id}/complaint`, { method: 'POST' }),
  };
}

/** Returns the address that stops mail. The mail has this address in a link and for the one-click request of mail programs. */
export const stopUrl = (mail: LocalMail | undefined): string =>
  String(mail?.input.Content.Simple.Headers.find(({ Name }) => Name === 'List-Unsubscribe')?.Value).slice(
    1,
    -1,
  );

/** Returns the text of a mail. */
export const textOf = (mail: LocalMail | undefined): string =>
  mail?.input.Content.Simple.Body.Text?.Data ?? '';
