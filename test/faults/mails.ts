import * as z from 'zod/mini';
import { type LocalMail, sendEmailSchema } from '../../infra/host/ses/mailbox.ts';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { setLimits } from '../../shared/data/organizations/usage.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { storedApiKey, storedOrganization } from '../support/people/people.ts';
import { anyPauseMilliseconds, type FaultyStage } from '../support/stages/faultyStage.ts';

const inbox = z.array(z.object({ id: z.string(), at: z.string(), input: sendEmailSchema }));

/** Helpers for tests of mail on a stage with faults. */
export const mailsOf = (stage: FaultyStage) => ({
  /** An organization that invites people. */
  inviting: async () => {
    const { id, owner } = await storedOrganization();
    const { headers } = await storedApiKey(owner, { organization_id: id });
    const as = { as: null, headers } as const;
    const invite = async (email: string) =>
      (await stage.call.createInvitation({ ...as, json: { email, role: 'member' } })).body;
    return {
      id,
      invite,
      /** Invites, and takes the message from the queue. */
      inviteAndTake: async (email: string) => {
        const { id: invitation_id } = await invite(email);
        const [message = ''] = await stage.takeMessages('mail');
        return { invitation_id, message };
      },
      withdraw: (invitation_id: string) => stage.call.deleteInvitation({ ...as, path: { invitation_id } }),
      first: async () => (await stage.call.listInvitations(as)).body.items[0],
    };
  },
  sentTo: async (email: string): Promise<LocalMail[]> => {
    const mails = z.parse(inbox, await (await fetch(`${stage.inboxUrl}/mails`)).json());
    return mails.filter(({ input }) => input.Destination.ToAddresses[0] === email);
  },
  /** Makes SES refuse the next mails. `message`: the reason. Default: the type of the error */
  refuseNext: (type: string, count: number, message = type) =>
    fetch(`${stage.inboxUrl}/refusals`, { method: 'POST', body: JSON.stringify({ type, count, message }) }),
  /** Runs the sweep and the worker for due mails. Resolves with the number of messages that failed. */
  sweepMails: async (): Promise<number> => {
    await stage.table.letTimePass(anyPauseMilliseconds);
    await stage.invoke('sweepDue', {});
    const messages = await stage.takeMessages('mail');
    return (await Promise.all(messages.map((one) => stage.consume('sendMail', one)))).flat().length;
  },
  /** Records the events of SES in the queue. */
  recordEvents: async (): Promise<void> => {
    for (const event of await stage.takeMessages('mailEvents')) await stage.consume('recordMailEvent', event);
  },
  setQuota: (tenant: OrganizationId, mails: number | null) => transact(setLimits(tenant, { mails })),
});

export const someAddress = (): string => `${crypto.randomUUID()}@guests.example`;
