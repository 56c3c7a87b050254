import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { alarmedStage } from './alarmedStage.ts';
import { firingAlarms } from './firingAlarms.ts';

const accepted = z.object({ MessageId: z.string() });

/** The number of mails. None goes to a person of the stage. */
const count = 100;

test('alarms fire for the mails of a day, and for bounces and complaints before SES reviews the account', async () => {
  const { after, host } = await alarmedStage({
    tamper: ({ Properties }, path) => {
      if (path.includes('/MailsPerDay/')) Properties.Threshold = count + 1;
    },
  });
  const ses = (path: string, body?: object) =>
    fetch(`${host.inboxUrl}${path}`, { method: 'POST', body: JSON.stringify(body), redirect: 'manual' });
  const send = async (number: number): Promise<string> => {
    const text = { Data: 'Hello' };
    const mail = {
      FromEmailAddress: 'documents@mail.example',
      Destination: { ToAddresses: [`${number}@guests.example`] },
      Content: { Simple: { Subject: text, Body: { Text: text } } },
    };
    return z.parse(accepted, await (await ses('/v2/email/outbound-emails', mail)).json()).MessageId;
  };
  const [one, two, three, four] = await Promise.all(
    Array.from({ length: count }, (_, number) => send(number)),
  );

  expect(await after(0)).toEqual([]);
  await ses(`/mails/${one}/bounce`);
  await ses(`/mails/${two}/bounce`);
  expect(await after(0)).toEqual([]);
  await ses(`/mails/${three}/bounce`);
  expect(await after(0)).toEqual(['MailBounces']);
  await ses(`/mails/${four}/complaint`);
  expect(await after(0)).toEqual(['MailBounces', 'MailComplaints']);
  await send(count);

  expect(await after(0)).toEqual(firingAlarms.rejectedMails);
});
