import { DeleteSuppressedDestinationCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { addressHashOf, allowMail } from '../../../shared/data/mail/mailBlocks.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';

export function addMail(program: AdminCommand): void {
  const mail = program.subcommand('mail', 'mail to people');
  mail
    .subcommand('allow', 'Send mail to an address again that stopped it, bounced or complained.')
    .argument('<address>', 'the e-mail address')
    .more(
      'Also takes the address off the suppression list of SES. Mails that were refused are not sent again.',
    )
    .examples('mail allow ada@example.com')
    .runs(allow);
}

async function allow({ output }: Admin, address: string): Promise<void> {
  const email = normalizedEmail(address);
  if (email === undefined) throw new Refusal(`${address} is not an e-mail address.`);
  const lifted = await allowMail(addressHashOf(email));
  const suppressed = await takeOffSuppressionList(email);
  output.record({ email, lifted_blocks: lifted, was_suppressed_by_ses: suppressed });
}

/** Removes an address from the suppression list of SES. Returns false if the address was not on the list. */
async function takeOffSuppressionList(EmailAddress: string): Promise<boolean> {
  try {
    await new SESv2Client({}).send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
    return true;
  } catch (error) {
    if (error instanceof NotFoundException) return false;
    throw error;
  }
}
