import { expect, test } from 'vitest';
import { addressHashOf, blockMail, isBlocked } from '../../../shared/data/mail/mailBlocks.ts';
import { founded, operator, someEmail } from './operator.ts';

const stage = operator();
const { record, refuses } = stage;

/** SES puts addresses on this list after bounces and complaints of other mail of the account. */
const suppress = (EmailAddress: string) =>
  fetch(`${stage.inboxUrl()}/v2/email/suppression/addresses`, {
    method: 'PUT',
    body: JSON.stringify({ EmailAddress, Reason: 'BOUNCE' }),
  });

test('allows mail to an address again, whatever stopped it, in SES as well', async () => {
  const { organization } = await founded(stage);
  const [email, other] = [someEmail(), someEmail()];
  const hash = addressHashOf(email);
  await blockMail(hash, 'all', 'bounced', Date.now());
  await blockMail(hash, organization, 'opted_out', Date.now());
  await blockMail(addressHashOf(other), 'all', 'complained', Date.now());
  await suppress(email);

  // Addresses differ only by their letters, not by their case.
  const lifted = await record('mail', 'allow', email.toUpperCase());

  expect(lifted).toEqual({ email, lifted_blocks: 2, was_suppressed_by_ses: true });
  expect(await isBlocked(hash, organization)).toBe(false);
  expect(await isBlocked(addressHashOf(other), organization)).toBe(true);
});

test('has nothing to lift for an address that nothing stopped, which is no error', async () => {
  const email = someEmail();

  const lifted = await record('mail', 'allow', email);

  expect(lifted).toEqual({ email, lifted_blocks: 0, was_suppressed_by_ses: false });
});

test('refuses what is no address', () =>
  refuses(1, expect.stringMatching(/is not an e-mail address/), 'mail', 'allow', 'nobody'));
