import { beforeEach, describe, expect, test } from 'vitest';
import {
  addressHashOf,
  recordBounce,
  recordComplaint,
  stopMail,
} from '../../../shared/data/mail/mailBlocks.ts';
import { setLimits } from '../../../shared/data/organizations/usage.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { mailOf, subjectOf, textOf } from '../../support/mail.ts';
import {
  byKey,
  bySession,
  memberIdOf,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const stage = await sharedStage();
const { call, credentials, takeMessages } = stage;
const { mailsTo, work } = mailOf(stage);

beforeEach(() => takeMessages('mail'));

/** An organization with a founder, an owner, whom an owner with powers appointed, and an admin. */
async function organization() {
  const { id, owner: founder } = await storedOrganization();
  const [owner, admin] = [await storedMember(id, 'owner'), await storedMember(id, 'admin', { name: 'Adam' })];
  const emails = [founder, owner, admin].map(({ email }) => email ?? '');
  return {
    id,
    founder,
    owner,
    admin,
    emails,
    setRole: async (by: typeof founder, of: typeof founder, role: 'owner' | 'admin') =>
      call.updateMemberRole({ ...(await byKey(by)), path: { user_id: memberIdOf(of) }, json: { role } }),
    remove: async (by: typeof founder, of: typeof founder) =>
      call.removeMember({ ...(await byKey(by)), path: { user_id: memberIdOf(of) } }),
    session: (by: typeof founder) => bySession(by, credentials),
    /** Sends the mails. Resolves with the number of mails to the founder, to the owner and to the admin. */
    told: async () => {
      await work('mail');
      return (await Promise.all(emails.map(mailsTo))).map((mails) => mails.length);
    },
  };
}

describe('the notice about a new owner', () => {
  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test('goes to the owners with powers at once when an admin becomes an owner, each time', async () => {
    const acme = await organization();

    await acme.setRole(acme.admin, acme.admin, 'owner');

    expect(await acme.told()).toEqual([1, 1, 0]);
    const [mail] = await mailsTo(acme.emails[0] ?? '');
    expect(subjectOf(mail)).toBe('Adam made themselves an owner of Test');
    expect(textOf(mail)).toContain('Not right? Take it back:\n');
    expect(textOf(mail)).toMatch(/Until 20\d\d-\d\d-\d\d \d\d:\d\d UTC, you can take the role back\./);
    await acme.setRole(acme.admin, acme.admin, 'admin');
    await acme.setRole(acme.admin, acme.admin, 'owner');
    expect(await acme.told()).toEqual([2, 2, 0]);
  });

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test('names the admin who made another person an owner, by role or by an invitation', async () => {
    const acme = await organization();
    const eve = await storedMember(acme.id, 'member', { name: 'Eve' });
    const fay = await storedPerson({ name: 'Fay' });

    await acme.setRole(acme.admin, eve, 'owner');
    const json = { email: fay.email ?? '', role: 'owner' } as const;
    const { body: invited } = await call.createInvitation({ ...(await byKey(acme.admin)), json });
    await work('mail');
    const { headers } = await bySession(fay, credentials);
    await fetch(invited.url, { method: 'POST', headers });

    expect(await acme.told()).toEqual([2, 2, 0]);
    const subjects = (await mailsTo(acme.emails[1] ?? '')).map(subjectOf);
    expect(subjects.sort()).toEqual(['Adam made Eve an owner of Test', 'Adam made Fay an owner of Test']);
  });

  test('is not sent when an owner with powers appoints, or the new owner has lost the role', async () => {
    const acme = await organization();

    await acme.setRole(acme.founder, acme.admin, 'owner');
    expect(await acme.told()).toEqual([0, 0, 0]);
    await acme.setRole(acme.admin, acme.admin, 'admin');
    await acme.setRole(acme.admin, acme.admin, 'owner');
    await acme.setRole(acme.admin, acme.admin, 'admin');

    expect(await acme.told()).toEqual([0, 0, 0]);
  });

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test('is sent to who lost the role meanwhile, who stopped mail, and beyond all quotas', async () => {
    const acme = await organization();
    await stopMail(addressHashOf(acme.emails[0] ?? ''), acme.id, Date.now());
    await transact(setLimits(acme.id, { mails: 0 }));

    await acme.setRole(acme.admin, acme.admin, 'owner');
    await acme.setRole(acme.admin, acme.owner, 'admin');

    // The owner also hears that the admin took the role.
    expect(await acme.told()).toEqual([1, 2, 0]);
  });

  test('is not sent to an address that bounced or complained', async () => {
    const acme = await organization();
    await recordBounce(addressHashOf(acme.emails[0] ?? ''), acme.id, Date.now());
    await recordComplaint(addressHashOf(acme.emails[1] ?? ''), acme.id, Date.now());

    await acme.setRole(acme.admin, acme.admin, 'owner');

    expect(await acme.told()).toEqual([0, 0, 0]);
  });
});

describe('the mail to an owner who is no longer one', () => {
  const lastMail = async (email = '') => {
    const mail = (await mailsTo(email)).at(-1);
    return `${subjectOf(mail)}\n${textOf(mail)}`;
  };

  // Threat: An admin removes the owners
  test.for([
    ['a removal by an admin', 'removed you from Test', /until 20\d\d-|Until 20\d\d-.*take the role back/],
    [
      'a new role by an admin',
      'took your role as an owner of Test',
      /You are now an admin\.[\s\S]*Until 20\d\d-/,
    ],
  ] as const)('goes to them at once after %s, also if they stopped mail', async ([what, subject, says]) => {
    const acme = await organization();
    await stopMail(addressHashOf(acme.emails[0] ?? ''), acme.id, Date.now());
    await transact(setLimits(acme.id, { mails: 0 }));

    if (what === 'a removal by an admin') await acme.remove(acme.admin, acme.founder);
    else await acme.setRole(acme.admin, acme.founder, 'admin');

    expect(await acme.told()).toEqual([1, 0, 0]);
    const mail = await lastMail(acme.emails[0]);
    expect(mail).toContain(`Adam ${subject}`);
    expect(mail).toMatch(says);
    expect(mail).toMatch(/\/app\/me\n/);
  });

  test('says that the role cannot be taken back if an owner with powers took it', async () => {
    const acme = await organization();

    await call.removeMember({
      ...(await acme.session(acme.founder)),
      path: { user_id: memberIdOf(acme.owner) },
    });

    expect(await acme.told()).toEqual([0, 1, 0]);
    expect(await lastMail(acme.emails[1])).toContain('cannot take the role back yourself');
  });

  test('is not sent to who leaves, is an owner again, was no owner, bounced or complained', async () => {
    const acme = await organization();
    await acme.setRole(acme.owner, acme.owner, 'admin');
    await acme.remove(acme.founder, acme.owner);
    await acme.setRole(acme.admin, acme.admin, 'owner');
    await acme.remove(acme.admin, acme.founder);
    await call.reclaimOwnership(await acme.session(acme.founder));
    await acme.setRole(acme.admin, acme.admin, 'admin');
    expect(await acme.told()).toEqual([0, 0, 0]);
    for (const record of [recordBounce, recordComplaint]) {
      const other = await organization();
      await record(addressHashOf(other.emails[0] ?? ''), other.id, Date.now());
      await other.remove(other.admin, other.founder);
      expect(await other.told()).toEqual([0, 0, 0]);
    }
  });
});
