import type { LocalMail } from 'assembly-host/ses/mailbox';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../../shared/contract/enumerations.ts';
import { mailOf, someAddress, subjectOf } from '../../support/mail.ts';
import {
  byKey,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call } = stage;
const { mailsTo, work } = mailOf(stage);

/** An admin who has chosen a language, with a document of this admin. If `language` is undefined, the admin has chosen none. */
async function sending(language: Language | undefined) {
  const { id } = await storedOrganization();
  const chosen = language && { language };
  const admin = await storedMember(id, 'admin', { proven_at: new Date().toISOString(), ...chosen });
  const as = await byKey(admin);
  const path = await uploaded(call, { access_level: 'private' }, as);
  return {
    email: admin.email ?? '',
    document_id: path.document_id,
    share: (email: string, json = {}) => call.createDocumentShare({ ...as, path, json: { email, ...json } }),
    invite: (email: string) => call.createInvitation({ ...as, json: { email, role: 'member' } }),
  };
}

const languageIn = (mail: LocalMail | undefined) =>
  /<html lang="(\w+)">/.exec(mail?.input.Content.Simple.Body.Html?.Data ?? '')?.[1];

async function sentTo(email: string) {
  await work('mail');
  const [mail] = await mailsTo(email);
  return { language: languageIn(mail), subject: subjectOf(mail) };
}

describe('the mail of a share is in the language of', () => {
  test.for([
    ['de', 'Petra Person teilt „Offer“ mit Ihnen'],
    ['ja', 'Petra Personさんが「Offer」を共有しました'],
    [undefined, 'Petra Person shares “Offer” with you'],
  ] as const)('the sender, for an unknown address: %s', async ([language, subject]) => {
    const [sender, email] = [await sending(language), someAddress()];
    await sender.share(email);

    expect(await sentTo(email)).toEqual({ language: language ?? 'en', subject });
  });

  test('the receiver, who has an account', async () => {
    const [sender, receiver] = [await sending('de'), await storedPerson({ language: 'ja' })];
    await sender.share(receiver.email ?? '');

    expect(await sentTo(receiver.email ?? '')).toMatchObject({ language: 'ja' });
  });
});

test('the mail of an invitation is in the language of its receiver, or else of its sender', async () => {
  const [sender, email] = [await sending('de'), someAddress()];
  const receiver = await storedPerson({ language: 'en' });
  for (const to of [email, receiver.email ?? '']) await sender.invite(to);

  expect(await sentTo(email)).toEqual({ language: 'de', subject: 'Einladung zu Test' });
  expect(await sentTo(receiver.email ?? '')).toMatchObject({ language: 'en' });
});

test('a notice is in the language of its receiver', async () => {
  const [sender, reader] = [await sending('ja'), await storedPerson({ proven_at: new Date().toISOString() })];
  await stage.drain('processing');
  await sender.share(reader.email ?? '', { notify_me: true });
  await work('mail');
  await stage.open(`/d/${sender.document_id}`, (await storedApiKey(reader)).headers);

  expect(await sentTo(sender.email)).toEqual({
    language: 'ja',
    subject: `${reader.email}が「Offer」を読みました`,
  });
});
