import { beforeEach, describe, expect, test } from 'vitest';
import { mailOf, someAddress } from '../support/mail.ts';
import { sharedFaultyStage } from '../support/stages/faultyStage.ts';

const stage = await sharedFaultyStage();
const { clear, inviting, mailsTo, refuseNext, report, sweepMails, work } = mailOf(stage);
beforeEach(clear);

/** Mails that are requested at once. */
const count = 4;

async function inviteMany() {
  const invited = await Promise.all(
    Array.from({ length: count }, async () => {
      const [acme, email] = [await inviting(), someAddress()];
      await acme.invite(email);
      return { acme, email };
    }),
  );
  const messages = await stage.takeMessages('mail');
  expect(messages).toHaveLength(count);
  return {
    messages,
    sent: async () => (await Promise.all(invited.map(({ email }) => mailsTo(email)))).flat(),
    invited,
  };
}

test('SES that limits the rate gets every mail later, once, and no message fails', async () => {
  const { messages, sent, invited } = await inviteMany();
  await refuseNext('TooManyRequestsException', count + 3);

  const failed = await Promise.all(messages.map((one) => stage.consume('sendMail', one)));
  expect(failed.flat()).toEqual([]);
  expect(await sent()).toEqual([]);
  for (const { acme } of invited) expect(await acme.first()).toMatchObject({ mail: 'queued' });
  await sweepMails();
  expect(await sent()).toHaveLength(count - 3);
  await sweepMails();
  await sweepMails();

  expect(await sent()).toHaveLength(count);
});

describe('SES', () => {
  test.for([
    ['paused the account', 'SendingPausedException'],
    ['fails', 'InternalFailure'],
  ])(
    'that %s gets every mail later, once; until then the messages fail, which fires an alarm',
    async ([, type]) => {
      const { messages, sent } = await inviteMany();
      await refuseNext(String(type), 2 * count);

      const failed = await Promise.all(messages.map((one) => stage.consume('sendMail', one)));
      expect(failed.flat()).toHaveLength(count);
      expect(await sweepMails()).toBe(count);
      await sweepMails();

      expect(await sent()).toHaveLength(count);
    },
  );

  test('that knows no verified identity gets every mail later, too', async () => {
    const { messages, sent, invited } = await inviteMany();
    const reason =
      'Email address is not verified. The following identities failed the check: documents@example.com';
    await refuseNext('MessageRejected', count, reason);

    const failed = await Promise.all(messages.map((one) => stage.consume('sendMail', one)));
    expect(failed.flat()).toHaveLength(count);
    for (const { acme } of invited) expect(await acme.first()).toMatchObject({ mail: 'queued' });
    await sweepMails();

    expect(await sent()).toHaveLength(count);
  });
});

test('SES whose answer is lost gets the mail once, if its event comes before the mail is due again', async () => {
  const [acme, email] = [await inviting(), someAddress()];
  const { message } = await acme.inviteAndTake(email);
  stage.ses.faultOf = () => 'unanswered';

  expect(await stage.consume('sendMail', message)).toEqual([0]);
  stage.mend();
  await work('mailEvents');
  await sweepMails();

  expect(await mailsTo(email)).toHaveLength(1);
  expect(await acme.first()).toMatchObject({ mail: 'delivered', email_sent: true });
  const [mail] = (await stage.table.everything()).filter(({ sender }) => sender === acme.id);
  const inDays = (Number(mail?.expires_at_seconds) - Date.now() / 1000) / (24 * 60 * 60);
  expect(inDays).toBeCloseTo(60, 1);
});

describe('events of SES', () => {
  test.for([
    ['after the delivery, change nothing', true, 'delivered'],
    ['without a delivery, make the mail bounced', false, 'bounced'],
  ] as const)(
    'about a transient bounce (such as an automatic reply) %s, and stop no later mail',
    async ([, isDelivered, state]) => {
      const [acme, email] = [await inviting(), someAddress()];
      const { message } = await acme.inviteAndTake(email);
      await stage.consume('sendMail', message);
      if (isDelivered) await work('mailEvents');
      await stage.takeMessages('mailEvents');

      await report((await mailsTo(email))[0], 'transient-bounce');
      await work('mailEvents');

      expect(await acme.first()).toMatchObject({ mail: state, email_sent: true });
      expect(await acme.invite(email)).toMatchObject({ mail: 'queued' });
    },
  );

  test('are recorded by the next attempt if the first one is interrupted', async () => {
    const [acme, email] = [await inviting(), someAddress()];
    const { message } = await acme.inviteAndTake(email);
    await stage.consume('sendMail', message);
    await stage.takeMessages('mailEvents');
    await report((await mailsTo(email))[0], 'complaint');
    const [event = ''] = await stage.takeMessages('mailEvents');
    let requests = 0;
    stage.dynamodb.faultOf = () => {
      requests += 1;
      return requests > 2 ? 'failing' : undefined;
    };

    expect(await stage.consume('recordMailEvent', event)).toEqual([0]);
    stage.mend();
    expect(await stage.consume('recordMailEvent', event)).toEqual([]);

    expect(await acme.invite(email)).toMatchObject({ mail: 'refused' });
  });
});
