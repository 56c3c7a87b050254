import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailOf, someAddress, stopUrl, textOf } from '../../support/mail.ts';
import { byKey, storedMember } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const stage = await sharedStage();
const { call, invoke, takeMessages } = stage;
const { clear, consume, inviting, mailsTo, refuseNext, report, work } = mailOf(stage);

beforeEach(clear);

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
  test('has only the new link when it is sent again, once for the same key', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const invited = await acme.invite(email);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const again = await acme.send(invited.id, key);
    expect(again.body.url).not.toBe(invited.url);
    expect((await acme.send(invited.id, key)).body).toEqual(again.body);

    await work('mail');

    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(textOf(mails[0])).toContain(again.body.url);
  });
});

test('a mail that SES rejects counts as bounced', async () => {
  const [acme, email] = [await inviting(), someAddress()];
  const { message } = await acme.inviteAndTake(email);

  await refuseNext('MessageRejected', 1);
  expect(await consume('sendMail', message)).toBe(0);

  expect(await mailsTo(email)).toEqual([]);
  expect(await acme.first()).toMatchObject({ mail: 'bounced', email_sent: false });
});

// Threat: Somebody mails many strangers in the name of the service
test('a bounce stops mail to the address, also if its events come twice and out of order, and no answer says why', async () => {
  const [acme, email] = [await inviting(), someAddress()];
  const { id } = await acme.invite(email);
  await work('mail');
  await report((await mailsTo(email))[0], 'bounce');
  const events = await takeMessages('mailEvents');
  expect(events).toHaveLength(2);

  for (const event of [...events.toReversed(), ...events]) await consume('recordMailEvent', event);

  expect(await acme.first()).toMatchObject({ mail: 'bounced', email_sent: true });
  expect((await acme.send(id)).body).toMatchObject({ mail: 'refused', email_sent: false });
  const other = await inviting();
  expect(await other.invite(email)).toMatchObject({ mail: 'queued' });
  await work('mail');
  expect(await other.first()).toMatchObject({ mail: 'sent', email_sent: true });
  expect(await mailsTo(email)).toHaveLength(1);
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

/** Invites an address ten times by two people, and then by a third one. */
async function heldBy(acme: Awaited<ReturnType<typeof inviting>>, email: string) {
  const json = { email, role: 'member' } as const;
  const [admin, other] = [await storedMember(acme.id, 'admin'), await storedMember(acme.id, 'admin')];
  const by = await byKey(admin);
  for (let count = 1; count <= 5; count++) {
    expect((await acme.invite(email)).mail).toBe('queued');
    expect((await call.createInvitation({ ...by, json })).body.mail).toBe('queued');
  }
  return (await call.createInvitation({ ...(await byKey(other)), json })).body;
}

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
  expect(textOf(mails[0])).toContain(invited.url);
  expect(await acme.first()).toMatchObject({ mail: 'sent', email_sent: true });
});
