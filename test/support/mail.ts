import type { LocalMail } from 'assembly-host/ses/mailbox';
import type { Tenant } from '../../shared/contract/identifiers.ts';
import { setLimits } from '../../shared/data/organizations/usage.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { ownedOrganization } from './people/people.ts';
import { anyPauseMilliseconds } from './stages/faultyStage.ts';
import type { Stage } from './stages/stage.ts';

export const someAddress = () => `${crypto.randomUUID()}@guests.example`;

/** Sets the mails that an organization or a person may send in a day; null: as many as the stage allows. */
export const setQuota = (tenant: Tenant, mails: number | null) => transact(setLimits(tenant, { mails }));

/** Returns the helpers for tests of mail on a stage. */
export function mailOf(stage: Stage) {
  const { call, inboxUrl, invoke, takeMessages } = stage;
  const post = (path: string, body?: object) =>
    fetch(inboxUrl + path, { method: 'POST', body: JSON.stringify(body) });
  /** Runs a worker with a message. Resolves with the number of messages that failed. */
  const consume = async (name: 'sendMail' | 'recordMailEvent', body: string): Promise<number> => {
    const answer = await invoke(name, { Records: [{ messageId: crypto.randomUUID(), body }] });
    return (answer as { batchItemFailures: unknown[] }).batchItemFailures.length;
  };
  /** Runs the worker with the messages of a queue, each once. Resolves with the number of failed messages. */
  const work = async (queue: 'mail' | 'mailEvents'): Promise<number> => {
    let failed = 0;
    for (const body of await takeMessages(queue))
      failed += await consume(queue === 'mail' ? 'sendMail' : 'recordMailEvent', body);
    return failed;
  };
  /** Makes SES refuse the next mails. `message`: the reason. Default: the type of the error */
  const refuseNext = (type: string, count: number, message = type) =>
    post('/refusals', { type, count, message });
  return {
    consume,
    work,
    refuseNext,
    mailsTo: async (email: string): Promise<LocalMail[]> =>
      ((await (await fetch(`${inboxUrl}/mails`)).json()) as LocalMail[]).filter(
        ({ input }) => input.Destination.ToAddresses[0] === email,
      ),
    /** Lets a receiver's server answer a mail. */
    report: (mail: LocalMail | undefined, what: 'bounce' | 'transient-bounce' | 'complaint') =>
      post(`/mails/${mail?.id}/${what}`),
    /** Removes the messages and refusals that an earlier test has left. */
    clear: async () => {
      await takeMessages('mail');
      await takeMessages('mailEvents');
      await refuseNext('', 0);
    },
    /** Runs the sweep and the worker for due mails. Resolves with the number of messages that failed. */
    sweepMails: async (): Promise<number> => {
      // Time passes only for mails and API keys. Otherwise each sweep would also send the messages of all other work.
      await stage.table.letTimePass(anyPauseMilliseconds, ({ pk }) => /^(MAIL|KEY)/.test(pk));
      await stage.sweepIfDue();
      return work('mail');
    },
    /** An organization that invites people. */
    inviting: async () => {
      const { id, by } = await ownedOrganization();
      const invite = async (email: string) =>
        (await call.createInvitation({ ...by, json: { email, role: 'member' } })).body;
      return {
        id,
        invite,
        /** Invites, and takes the message from the queue. */
        inviteAndTake: async (email: string) => {
          await invite(email);
          const [message = ''] = await takeMessages('mail');
          return { message };
        },
        send: (invitation_id: string, more: Readonly<Record<string, string>> = {}) =>
          call.sendInvitation({ ...by, headers: { ...by.headers, ...more }, path: { invitation_id } }),
        withdraw: (invitation_id: string) => call.deleteInvitation({ ...by, path: { invitation_id } }),
        first: async () => (await call.listInvitations(by)).body.items[0],
      };
    },
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

/** Returns the subject of a mail. */
export const subjectOf = (mail: LocalMail | undefined) => mail?.input.Content.Simple.Subject.Data;
