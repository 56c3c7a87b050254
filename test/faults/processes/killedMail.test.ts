import { beforeEach, expect, test } from 'vitest';
import type { Share } from '../../../shared/contract/resources/share.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { mailOf, setQuota, someAddress } from '../../support/mail.ts';
import { ownedOrganization, storedApiKey, storedPerson } from '../../support/people/people.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { uploaded } from '../../support/uploads.ts';
import { killedAt } from '../separateProcess.ts';

/** The changes of a worker that sends a mail: it acquires the mail, sends the mail, and records that the mail is sent. */
const changes = 3;
/** A worker with a held mail or the notice about a first reading also counts it, in one transaction. */
const changesOfHeld = 4;
/** A worker with the mail of a share records twice that the mail is sent: in the share and in the mail. */
const changesOfShare = 4;

const stage = await sharedFaultyStage();
const { inviting, mailsTo, sweepMails } = mailOf(stage);
const { call } = stage;
const lines = [stage.dynamodb, stage.kms, stage.ses];

/**
 * The numbers of mails sent, for a kill at each change and then for no kill. At the last change SES already has the mail, so the next
 * worker sends the mail a second time.
 */
const onceButTheLast = (count: number) => [...Array(count - 1).fill(1), 2, 1];

beforeEach(async () => {
  await stage.takeMessages('mail');
  await stage.takeMessages('mailEvents');
});

/** An organization that shares a document. */
async function sharing() {
  const { owner, by } = await ownedOrganization();
  const path = await uploaded(call, { access_level: 'organization' }, by);
  const takeMessage = async () => (await stage.takeMessages('mail'))[0] ?? '';
  return {
    email: owner.email?.toLowerCase() ?? '',
    /** Shares, and takes the message of the mail off the queue. */
    shareAndTake: async (json: { email: string; notify_me?: boolean; send_mail?: boolean }) => {
      const { body: share } = await call.createDocumentShare({ ...by, path, json });
      return { share, message: await takeMessage() };
    },
    now: async ({ id: share_id }: Pick<Share, 'id'>) =>
      (await call.getDocumentShare({ ...by, path: { ...path, share_id } })).body,
    /** Opens the document as a person, and takes the message of the notice off the queue. */
    openAndTake: async (person: CallerItem): Promise<string> => {
      await stage.open(`/d/${path.document_id}`, (await storedApiKey(person)).headers);
      return takeMessage();
    },
  };
}

/** Requests a mail. Returns the message for its worker, the address, and the state of the mail. */
type Request = () => Promise<{ message: string; email: string; state: () => Promise<object | undefined> }>;

const requests: readonly (readonly [
  what: string,
  sent: readonly number[],
  request: () => Promise<Request>,
])[] = [
  [
    'an invitation',
    onceButTheLast(changes),
    async () => async () => {
      const [acme, email] = [await inviting(), someAddress()];
      return { email, message: (await acme.inviteAndTake(email)).message, state: acme.first };
    },
  ],
  [
    // SES already has the mail at the last two changes, because both only record that the mail is sent.
    'a share',
    [...Array(changesOfShare - 2).fill(1), 2, 2, 1],
    async () => {
      const acme = await sharing();
      return async () => {
        const email = someAddress();
        const { share, message } = await acme.shareAndTake({ email });
        return { email, message, state: () => acme.now(share) };
      };
    },
  ],
  [
    'a mail that was held for the quota',
    onceButTheLast(changesOfHeld),
    async () => async () => {
      const [acme, email] = [await inviting(), someAddress()];
      await setQuota(acme.id, 0);
      expect((await acme.invite(email)).mail).toBe('held');
      await setQuota(acme.id, null);
      await stage.invoke('sweepDue', {});
      return { email, message: JSON.stringify({ mail_id: await mailIdOf(acme.id) }), state: acme.first };
    },
  ],
  [
    'the notice of a first reading',
    onceButTheLast(changesOfHeld),
    async () => async () => {
      const acme = await sharing();
      const reader = await storedPerson({ proven_at: new Date().toISOString() });
      await acme.shareAndTake({ email: reader.email ?? '', notify_me: true, send_mail: false });
      return {
        email: acme.email,
        message: await acme.openAndTake(reader),
        state: async () => ({ mail: 'sent' }),
      };
    },
  ],
];

test.for(requests)(
  'the mail of %s is sent after its worker was killed at any change, and twice only if SES already had it',
  async ([, expected, begin]) => {
    const request = await begin();
    const sent: number[] = [];
    for (let isKilled = true; isKilled; ) {
      const { email, message, state } = await request();

      isKilled = await killedAt(stage, 'sendMail', message, sent.length + 1, lines);
      await sweepMails();
      await sweepMails();

      sent.push((await mailsTo(email)).length);
      expect(await state()).toMatchObject({ mail: 'sent' });
    }
    expect(sent).toEqual(expected);
  },
);

test('a sweep that is killed at any change makes one notice that an API key ends', async () => {
  const at = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  const sent: number[] = [];
  for (let isKilled = true; isKilled; ) {
    const owner = await storedPerson();
    const given = { organization_id: null, created_at: at(-20), expires_at: at(6) };
    await storedApiKey(owner, given);
    await stage.catchUp();

    isKilled = await killedAt(stage, 'sweepDue', '', sent.length + 1, lines);
    for (let sweep = 1; sweep <= 3; sweep++) await sweepMails();

    sent.push((await mailsTo(owner.email ?? '')).length);
  }
  // It postpones the key, makes the notice, and records its run.
  expect(sent).toEqual([1, 1, 1, 1]);
});

/** Returns the id of the only mail of an organization. */
async function mailIdOf(sender: string): Promise<unknown> {
  const mails = (await stage.table.everything()).filter((item) => item.sender === sender);
  expect(mails).toHaveLength(1);
  return mails[0]?.id;
}
