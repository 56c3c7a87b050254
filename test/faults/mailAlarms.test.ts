import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { alarmedStage } from './alarmedStage.ts';
import { firingAlarms } from './firingAlarms.ts';

const accepted = z.object({ MessageId: z.string() });

/** The number of mails. None goes to a person of the stage. */
const count = 100;

test('alarms for bounces and complaints fire before the rates at which SES reviews an account', async () => {
  const { after, host } = await alarmedStage();
  const ses = (path: string, body?: object) =>
    fetch(`${host.inboxUrl}${path}`, { method: 'POST', body: JSON.stringify(body), redirect: 'manual' });
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, number): Promise<string> => {
      const text = { Data: 'Hello' };
      const mail = {
        FromEmailAddress: 'documents@mail.example',
        Destination: { ToAddresses: [`${number}@guests.example`] },
        Content: { Simple: { Subject: text, Body: { Text: text } } },
      };
      return z.parse(accepted, await (await ses('/v2/email/outbound-emails', mail)).json()).MessageId;
    }),
  );
  const [one, two, three, four] = ids;

  expect(await after(0)).toEqual([]);
  await ses(`/mails/${one}/bounce`);
  await ses(`/mails/${two}/bounce`);
  expect(await after(0)).toEqual([]);
  await ses(`/mails/${three}/bounce`);
  expect(await after(0)).toEqual(['MailBounces']);
  await ses(`/mails/${four}/complaint`);

  expect(await after(0)).toEqual(firingAlarms.rejectedMails);
});
