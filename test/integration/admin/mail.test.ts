import { expect, test } from 'vitest';
import {
  addressHashOf,
  blockOf,
  recordBounce,
  recordComplaint,
  stopMail,
} from '../../../shared/data/mail/mailBlocks.ts';
import { founded, operator, someEmail } from './operator.ts';

const stage = operator();
const { record } = stage;

/** SES puts addresses on this list after bounces and complaints of other mail of the account. */
const suppress = (EmailAddress: string) =>
  fetch(`${stage.inboxUrl()}/v2/email/suppression/addresses`, {
    method: 'PUT',
    body: JSON.stringify({ EmailAddress, Reason: 'BOUNCE' }),
  });

test('allows mail to an address again after any kind of stop, also in SES', async () => {
  const { organization } = await founded(stage);
  const [email, other] = [someEmail(), someEmail()];
  const hash = addressHashOf(email);
  await stopMail(hash, organization, Date.now());
  await recordBounce(hash, organization, Date.now());
  await recordComplaint(addressHashOf(other), organization, Date.now());
  await suppress(email);

  // Addresses are compared without their case.
  const lifted = await record('mail allow', email.toUpperCase());

  expect(lifted).toEqual({ email, lifted_blocks: 2, was_suppressed_by_ses: true });
  expect(await blockOf(hash, organization)).toBeUndefined();
  expect(await blockOf(addressHashOf(other), organization)).toBe('own');
});
