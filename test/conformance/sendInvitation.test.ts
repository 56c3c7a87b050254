import { expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { invite, pendingIn } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

test('an invitation that is mailed again has a new URL; a stage without mail refuses', async () => {
  const { headers } = await newOrganization();
  const { body: invited } = await invite(headers);

  const answer = await call.sendInvitation({
    as: 'staff',
    headers,
    path: { invitation_id: invited.id },
  });

  const [pending] = await pendingIn(headers);
  expect(pending?.id).toBe(invited.id);
  if (invited.mail === 'none') {
    expect(answer).toMatchObject(problem(422));
    return;
  }
  expect(answer).toMatchObject({ status: 200, body: { id: invited.id, mail: 'queued', email_sent: false } });
  expect(answer.body.url).not.toBe(invited.url);
});

// A deployed stage sends to real addresses, and these tests have none.
test.skipIf(process.env.CREDENTIALS)('an invitation says that its mails were delivered', async () => {
  const { headers } = await newOrganization();
  const { body: invited } = await invite(headers);
  const delivered = () =>
    eventually(
      () => pendingIn(headers),
      ([first]) => first?.mail === 'delivered',
    );

  expect(await delivered()).toMatchObject([{ email_sent: true }]);
  const again = await call.sendInvitation({ as: 'staff', headers, path: { invitation_id: invited.id } });
  expect(again.body.mail).toBe('queued');
  expect(await delivered()).toMatchObject([{ email_sent: true }]);
});
