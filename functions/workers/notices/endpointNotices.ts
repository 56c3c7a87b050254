import { getCallers } from '../../../shared/data/callers/callers.ts';
import type { MailItem } from '../../../shared/data/mail/mails.ts';
import { isPerson, listMembers } from '../../../shared/data/organizations/organizations.ts';
import type { EventItem } from '../../../shared/data/webhooks/events.ts';
import { getWebhook } from '../../../shared/data/webhooks/webhooks.ts';
import { prepareNotice, sendsMail } from '../../../shared/mail/prepareMail.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';

/** One transaction writes the event and its notices. A transaction can have 100 items (Amazon DynamoDB, "TransactWriteItems"). */
const receiversMax = 90;

/** Returns the mails that tell an organization's owners about a disabled endpoint. Returns no mails for other events. */
export async function endpointNotices(event: EventItem): Promise<MailItem[]> {
  const { type, not_told_to: webhook_id, organization_id } = event;
  if (type !== 'webhook.disabled' || webhook_id === undefined || !sendsMail()) return [];
  const [webhook, members] = await Promise.all([
    getWebhook(organization_id, webhook_id),
    listMembers(organization_id),
  ]);
  const disabled_at = webhook?.disabled?.at;
  if (disabled_at === undefined) return [];
  const owners = members
    .filter((member) => member.role === 'owner' && isPerson(member))
    .slice(0, receiversMax);
  const people = await getCallers(owners.map(({ user_id }) => user_id));
  return people.flatMap(({ id: user_id, email: address, disabled_at: disabledAt }) => {
    const email = address === null || disabledAt !== null ? undefined : normalizedEmail(address);
    if (email === undefined) return [];
    const subject = { kind: 'endpoint_disabled', organization_id, webhook_id, user_id, disabled_at } as const;
    return [prepareNotice({ sender: organization_id, email, subject })];
  });
}
