import * as z from 'zod/mini';
import { accountId, rest } from '../account.ts';
import { invite } from '../client.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { tested } from '../testedSettings.ts';

/** The mails that the emulator accepted, by account. */
const accepted = z.object({
  messages: z.record(z.string(), z.array(z.looseObject({ To: z.array(z.string()), BodyText: z.string() }))),
});
const patienceMilliseconds = 120_000;
const pollMilliseconds = 500;

/**
 * Verifies the domain as an operator, and invites somebody. The worker has only its own role, so it may send only from the stage's address.
 * The emulator sends no events of SES.
 */
export async function sendMail(rehearsal: Rehearsal): Promise<string> {
  const domain = tested.mailFrom.split('@').at(-1);
  await rest('ses', 'POST', '/v2/email/identities', { EmailIdentity: domain });
  const email = 'guest@example.com';
  const began = performance.now();
  const url = await invite(rehearsal, email);
  for (;;) {
    const { messages } = z.parse(accepted, await rest('ses', 'GET', '/_ministack/ses/messages'));
    const mails = (messages[accountId] ?? []).filter(({ To }) => To.includes(email));
    if (mails.some(({ BodyText }) => BodyText.includes(url)))
      return `the mail of an invitation is there after ${Math.round((performance.now() - began) / 1000)} s`;
    if (performance.now() - began > patienceMilliseconds) throw new Error('No mail was sent');
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}
