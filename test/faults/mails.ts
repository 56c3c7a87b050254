import { type LocalMail, sendEmailSchema } from 'assembly-host/ses/mailbox';
import * as z from 'zod/mini';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import type { Share } from '../../shared/contract/resources/share.ts';
import type { CallerItem } from '../../shared/data/callers/callers.ts';
import { setLimits } from '../../shared/data/organizations/usage.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { storedApiKey, storedOrganization } from '../support/people/people.ts';
import { anyPauseMilliseconds, type FaultyStage } from '../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

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
        await invite(email);
        const [message = ''] = await stage.takeMessages('mail');
        return { message };
      },
      first: async () => (await stage.call.listInvitations(as)).body.items[0],
    };
  },
  /** An organization that shares a document. */
  sharing: async () => {
    const { id, owner } = await storedOrganization();
    const { headers } = await storedApiKey(owner, { organization_id: id });
    const as = { as: null, headers } as const;
    const form = uploadForm({ title: 'Offer', access_level: 'organization' }, await makePdf());
    const path = { document_id: (await stage.call.createDocument({ ...as, form })).body.id };
    return {
      email: owner.email?.toLowerCase() ?? '',
      /** Shares, and takes the message of the mail off the queue. */
      shareAndTake: async (json: { email: string; notify_me?: boolean; send_mail?: boolean }) => {
        const { body: share } = await stage.call.createDocumentShare({ ...as, path, json });
        const [message = ''] = await stage.takeMessages('mail');
        return { share, message };
      },
      now: async ({ id: share_id }: Pick<Share, 'id'>) =>
        (await stage.call.getDocumentShare({ ...as, path: { ...path, share_id } })).body,
      /** Opens the document as a person, and takes the message of the notice off the queue. */
      openAndTake: async (person: CallerItem): Promise<string> => {
        const { headers: theirs } = await storedApiKey(person);
        await fetch(`${stage.credentials.base_url}/d/${path.document_id}`, { headers: theirs });
        const [message = ''] = await stage.takeMessages('mail');
        return message;
      },
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
    // Time passes only for mails and API keys. Otherwise each sweep would also send the messages of all other work.
    await stage.table.letTimePass(anyPauseMilliseconds, ({ pk }) => /^(MAIL|KEY)/.test(pk));
    await stage.sweepIfDue();
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
