import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownedOrganization, storedApiKey, storedMember } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { mailOf, someAddress, stopUrl } from './inbox.ts';

const stage = await sharedStage();
const { call, invoke, takeMessages } = stage;
const { bounce, consume, mailsTo, refuseNext, work } = mailOf(stage);

async function inviting() {
  const { id, by: as } = await ownedOrganization();
  return {
    id,
    invite: async (email: string) =>
      (await call.createInvitation({ ...as, json: { email, role: 'member' } })).body,
    send: (invitation_id: string, more = {}) =>
      call.sendInvitation({ as: null, headers: { ...as.headers, ...more }, path: { invitation_id } }),
    withdraw: (invitation_id: string) => call.deleteInvitation({ ...as, path: { invitation_id } }),
    first: async () => (await call.listInvitations(as)).body.items[0],
  };
}

beforeEach(async () => {
  await takeMessages('mail');
  await takeMessages('mailEvents');
  await refuseNext('', 0);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the mail of an invitation', () => {
  test('is sent once, with the link, and is delivered', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const invited = await acme.invite(email);
    expect(invited).toMatchObject({ mail: 'queued', email_sent: false });

    const [body = ''] = await takeMessages('mail');
    await Promise.all([consume('sendMail', body), consume('sendMail', body)]);
    await consume('sendMail', body);

    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    const { Body } = mails[0]?.input.Content.Simple ?? {};
    expect(Body?.Text?.Data).toContain(invited.url);
    expect(Body?.Html?.Data).toContain(invited.url);
    expect(await acme.first()).toMatchObject({ mail: 'sent', email_sent: true });
    await work('mailEvents');
    expect(await acme.first()).toMatchObject({ mail: 'delivered', email_sent: true });
  });

  // Threat: The link of an invitation is read where its mail waits
  test('is not sent when the invitation has ended', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const { id } = await acme.invite(email);
    await acme.withdraw(id);

    expect(await work('mail')).toBe(0);
    expect(await mailsTo(email)).toEqual([]);
  });

  // Threat: The link of an invitation is read where its mail waits
  test('has only the new link when it is sent again', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const invited = await acme.invite(email);
    const again = await acme.send(invited.id);
    expect(again.body.url).not.toBe(invited.url);

    await work('mail');

    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.input.Content.Simple.Body.Text?.Data).toContain(again.body.url);
  });
});

describe('SES', () => {
  test('gets the mail again after it failed; a mail that it rejects counts as bounced', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    await acme.invite(email);
    const [body = ''] = await takeMessages('mail');

    await refuseNext('InternalFailure', 1);
    expect(await consume('sendMail', body)).toBe(1);
    await refuseNext('MessageRejected', 1);
    expect(await consume('sendMail', body)).toBe(0);

    expect(await mailsTo(email)).toEqual([]);
    expect(await acme.first()).toMatchObject({ mail: 'bounced', email_sent: false });
  });

  // Threat: Somebody mails many strangers in the name of the service
  test('reports a bounce twice, which stops mail to the address, and no answer says why', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const { id } = await acme.invite(email);
    await work('mail');
    await takeMessages('mailEvents');
    const [mail] = await mailsTo(email);
    await bounce(mail);
    const [event = ''] = await takeMessages('mailEvents');

    await consume('recordMailEvent', event);
    await consume('recordMailEvent', event);

    expect(await acme.first()).toMatchObject({ mail: 'bounced', email_sent: true });
    expect((await acme.send(id)).body).toMatchObject({ mail: 'refused', email_sent: false });
    const other = await inviting();
    expect(await other.invite(email)).toMatchObject({ mail: 'queued' });
    await work('mail');
    expect(await other.first()).toMatchObject({ mail: 'sent', email_sent: true });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

// Threat: A stranger stops somebody's mail
test('the receiver of a mail stops mail of an organization by one click with the token of the mail, and allows it again', async () => {
  const [acme, email] = [await inviting(), someAddress()];
  const { id } = await acme.invite(email);
  await work('mail');
  const [mail] = await mailsTo(email);
  const url = stopUrl(mail);

  const looked = await fetch(url);
  expect(await looked.text()).toContain('Stop mail');
  expect((await acme.send(id)).body.mail).toBe('queued');
  expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const stopped = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    // A mail program in the browser may send a session of the service, together with the origin of the mail program.
    headers: { ...form, Cookie: 'session=somebody', Origin: 'https://mail.example.com' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(stopped.status).toBe(200);
  expect((await acme.send(id)).body.mail).toBe('refused');
  expect(await (await inviting()).invite(email)).toMatchObject({ mail: 'queued' });

  await fetch(`${url}&allow=true`, { method: 'POST' });
  expect((await acme.send(id)).body.mail).toBe('queued');
});

const heldBy = async (acme: Awaited<ReturnType<typeof inviting>>, email: string) => {
  const { headers } = await storedApiKey(await storedMember(acme.id, 'admin'), {
    organization_id: acme.id,
  });
  const json = { email, role: 'member' } as const;
  for (let count = 1; count <= 5; count++) {
    expect((await acme.invite(email)).mail).toBe('queued');
    expect((await call.createInvitation({ as: null, headers, json })).body.mail).toBe('queued');
  }
  const { headers: others } = await storedApiKey(await storedMember(acme.id, 'admin'), {
    organization_id: acme.id,
  });
  return (await call.createInvitation({ as: null, headers: others, json })).body;
};

// Threat: Somebody mails many strangers in the name of the service
test('the eleventh mail of a day to one address is held, also when it is sent again, and sent on the next day, once, with the link of its invitation', async () => {
  const [acme, email] = [await inviting(), someAddress()];
  const invited = await heldBy(acme, email);
  expect(invited).toMatchObject({ mail: 'held', email_sent: false });
  const again = await acme.send(invited.id);
  expect([again.status, again.headers.get('X-Error-Code')]).toEqual([403, 'quota_exceeded']);
  await takeMessages('mail');
  const swept = async () => {
    await stage.table.letTimePass(6 * 60_000);
    await invoke('sweepDue', {});
    return takeMessages('mail');
  };

  const consumeAll = async (bodies: readonly string[]) => {
    for (const body of bodies) expect(await consume('sendMail', body)).toBe(0);
  };

  await consumeAll(await swept());
  await consumeAll(await swept());
  expect(await mailsTo(email)).toEqual([]);
  const bodies = await swept();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
  await consumeAll(bodies);
  await consumeAll(bodies);

  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.input.Content.Simple.Body.Text?.Data).toContain(invited.url);
  expect(await acme.first()).toMatchObject({ mail: 'sent', email_sent: true });
});
