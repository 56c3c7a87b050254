import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import { asDisabled, findUserByEmail, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { CallRequest } from '../../support/client.ts';
import {
  byKey,
  memberIdOf,
  ownedOrganization,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import type { Person } from '../../support/person.ts';
import { openSignInStage } from '../signIn/signInStage.ts';

const { call, credentials, signIn, table } = await openSignInStage();
const { base_url } = credentials;
afterEach(() => vi.useRealTimers());

const newSubject = () => crypto.randomUUID();
const someAddress = () => `${crypto.randomUUID()}@guests.example`;

/** An organization, and the calls with which its owner invites people. */
async function inviting() {
  const { id, by } = await ownedOrganization();
  return {
    id,
    by,
    invite: (json: object) => inviteBy(by, json),
    pending: async () => (await call.listInvitations(by)).body.items,
    members: async () => (await call.listOrganizationMembers(by)).body.items,
  };
}
const inviteBy = async (by: CallRequest, json: object) =>
  new URL((await call.createInvitation({ ...by, json: { role: 'member', ...json } })).body.url);

const pathOf = ({ pathname, search }: URL) => pathname + search;
/** Sends the form of the page on which a visitor joins. */
const join = (browser: Person, url: URL, headers: Record<string, string> = { Origin: base_url }) =>
  browser.go(url.href, { method: 'POST', headers });
const eventsOf = async (organizationId: string) =>
  (await table.events())
    .filter(({ organization_id }) => organization_id === organizationId)
    .map(({ type, body }) => ({ type, ...JSON.parse(body) }));

describe('a person without an account who was invited', () => {
  test('signs in on the way to the invitation, and joins by the button', async () => {
    const acme = await inviting();
    const email = someAddress();
    const url = await acme.invite({ email, role: 'admin' });

    const claims = { sub: newSubject(), email, name: 'Gina Guest', given_name: 'Gina', family_name: 'Guest' };
    const { answer, browser } = await signIn(claims, `/login?return_to=${encodeURIComponent(pathOf(url))}`);
    expect(answer).toMatchObject({ status: 303, location: url.href });
    const page = await browser.go(url.href);
    expect(page).toMatchObject({ status: 200 });
    for (const shown of ['Join Test', 'Petra Person', 'an admin', '<button class="button primary">Join'])
      expect(page.text).toContain(shown);
    expect(await acme.members()).toHaveLength(1);

    const joined = await join(browser, url);

    expect(joined).toMatchObject({ status: 200 });
    expect(joined.text).toContain('You belong to Test');
    const [, member] = await acme.members();
    expect(member).toMatchObject({ email, role: 'admin', display_name: 'Gina Guest', given_name: 'Gina' });
    expect(await acme.pending()).toEqual([]);
    const user = await findUserByEmail(email);
    expect(user).toMatchObject({ current_organization_id: acme.id, name: 'Gina Guest' });
    expect(await eventsOf(acme.id)).toMatchObject([
      { type: 'member.joined', actor: { id: user?.id, name: 'Gina Guest', staff: false }, data: member },
    ]);
  });

  // Threat: An unknown person gets in through an invitation for somebody else
  test.for([
    ['with another address', (url: URL) => pathOf(url), { email: 'other@guests.example' }],
    ['with the address, but not verified', (url: URL) => pathOf(url), { email_verified: false }],
    ['on the way to another page', () => '/app', {}],
    ['on the way to an invitation that is made up', (url: URL) => `${pathOf(url).slice(0, -5)}AAAAA`, {}],
    ['on the way to another page with the token in its URL', (url: URL) => `/docs${url.search}`, {}],
  ] as const)('is refused %s', async ([, wayTo, claims]) => {
    const acme = await inviting();
    const email = someAddress();
    const url = await acme.invite({ email });

    const said = { sub: newSubject(), email, ...claims };
    const { answer } = await signIn(said, `/login?return_to=${encodeURIComponent(wayTo(url))}`);

    expect(answer.status).toBe(403);
    expect(await findUserByEmail(said.email)).toBeUndefined();
  });

  // Threat: An unknown person gets in through an invitation for somebody else
  test('is refused after the invitation has expired', async () => {
    const acme = await inviting();
    const email = someAddress();
    const url = await acme.invite({ email, expires_in_days: 1 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 + 1000 });

    const { answer, browser } = await signIn(
      { sub: newSubject(), email },
      `/login?return_to=${encodeURIComponent(pathOf(url))}`,
    );

    expect(answer.status).toBe(403);
    expect(await findUserByEmail(email)).toBeUndefined();
    const page = await browser.go(url.href);
    // The refused sign-in has begun no session, so the browser is sent to the sign-in again.
    expect(page.status).toBe(303);
    expect(page.location).toContain('/sign-in?return_to=');
    expect(await acme.pending()).toEqual([]);
  });
});

async function known(given: Parameters<typeof storedPerson>[0] = {}) {
  const person = await storedPerson(given);
  const { browser } = await signIn({ sub: newSubject(), email: person.email });
  return { person, browser };
}

describe('an invitation ends when its maker loses the right to invite', () => {
  /** An invitation by an admin, and changes that an owner can make to this admin. */
  async function invitedByAdmin() {
    const acme = await inviting();
    const admin = await storedMember(acme.id, 'admin');
    const { person, browser } = await known();
    const url = await inviteBy(await byKey(admin), { email: person.email, role: 'owner' });
    const path = { user_id: memberIdOf(admin) };
    return {
      acme,
      admin,
      browser,
      url,
      remove: () => call.removeMember({ ...acme.by, path }),
      setRole: (role: MemberRole) => call.updateMemberRole({ ...acme.by, path, json: { role } }),
    };
  }
  type Invited = Awaited<ReturnType<typeof invitedByAdmin>>;

  // Threat: A former admin comes back through an invitation that the admin sent to another address
  test.for([
    ['is removed', ({ remove }: Invited) => remove()],
    ['is a member only', ({ setRole }: Invited) => setRole('member')],
    ['is disabled', ({ admin }: Invited) => transact([replaceCaller(asDisabled(admin, Date.now()))])],
  ] as const)('the maker %s', async ([, end]) => {
    const invited = await invitedByAdmin();
    const { acme, browser, url } = invited;
    expect((await browser.go(url.href)).text).toContain('Join Test');

    await end(invited);

    const before = await acme.members();
    for (const answer of [await browser.go(url.href), await join(browser, url)]) {
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('This invitation is not valid');
      expect(answer.text).not.toContain('Test');
    }
    expect(await acme.members()).toEqual(before);
  });

  // Threat: A former admin comes back through an invitation that the admin sent to another address
  test('the maker is removed, and an invited person without an account does not get one', async () => {
    const acme = await inviting();
    const admin = await storedMember(acme.id, 'admin');
    const email = someAddress();
    const url = await inviteBy(await byKey(admin), { email, role: 'owner' });
    await call.removeMember({ ...acme.by, path: { user_id: memberIdOf(admin) } });

    const wayTo = `/login?return_to=${encodeURIComponent(pathOf(url))}`;
    const { answer } = await signIn({ sub: newSubject(), email }, wayTo);

    expect(answer.status).toBe(403);
    expect(await findUserByEmail(email)).toBeUndefined();
  });

  test('the maker loses the right and gets it back, which makes the invitation valid again', async () => {
    const { acme, browser, url, setRole } = await invitedByAdmin();
    await setRole('member');
    await setRole('admin');

    expect((await join(browser, url)).text).toContain('You are an owner of this organization');
    expect(await acme.members()).toHaveLength(3);
  });
});

// Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
test('an invited owner has powers at once only if the inviting owner has powers still', async () => {
  const acme = await inviting();
  const follow = async (by: CallRequest, meanwhile = async (): Promise<unknown> => undefined) => {
    const { person, browser } = await known();
    const url = await inviteBy(by, { email: person.email, role: 'owner' });
    await meanwhile();
    expect((await join(browser, url)).text).toContain('You are an owner of this organization');
    const { items } = (await call.listOrganizationOwners(acme.by)).body;
    const owner = items.find(({ user_id }) => user_id === memberIdOf(person));
    return Date.parse(owner?.powers_from ?? '') - Date.parse(owner?.owner_since ?? '');
  };
  const [admin, other] = [await storedMember(acme.id, 'admin'), await storedMember(acme.id, 'owner')];
  const path = { user_id: memberIdOf(other) };
  const demote = () => call.updateMemberRole({ ...acme.by, path, json: { role: 'admin' } });

  expect(await follow(acme.by)).toBe(0);
  expect(await follow(await byKey(admin))).toBe(86_400_000);
  expect(await follow(await byKey(other), demote)).toBe(86_400_000);
});

describe('a person with an account', () => {
  test('joins with their session, and keeps their current organization', async () => {
    const acme = await inviting();
    const other = await storedOrganization();
    const email = someAddress();
    await storedMember(other.id, 'member', { email });
    const { browser } = await signIn({ sub: newSubject(), email });
    const url = await acme.invite({
      email: ` ${email.toUpperCase().replace('GUESTS.EXAMPLE', 'Guests.Example')}`,
    });

    expect((await join(browser, url)).text).toContain('You belong to Test');

    expect(await findUserByEmail(email)).toMatchObject({ current_organization_id: other.id });
  });

  test('joins once, even if they press the button several times', async () => {
    const acme = await inviting();
    const { person, browser } = await known();
    const url = await acme.invite({ email: person.email });

    const answers = await Promise.all(Array.from({ length: 5 }, () => join(browser, url)));

    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain('You belong to Test');
    }
    expect(await acme.members()).toHaveLength(2);
    expect(await eventsOf(acme.id)).toHaveLength(1);
    expect((await browser.go(url.href)).text).toContain('You belong to Test');
  });

  // Threat: An invitation falls into wrong hands
  test('with another address gets a page that says so, without the address of the invitation', async () => {
    const acme = await inviting();
    const { browser } = await known();
    const email = someAddress();
    const url = await acme.invite({ email });

    for (const answer of [await browser.go(url.href), await join(browser, url)]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This invitation is for another address');
      expect(answer.text).toContain('prompt=login');
      expect(answer.text).not.toContain(email);
      expect(answer.text).not.toContain('Test');
    }
    expect(await acme.members()).toHaveLength(1);
  });

  test('who is a member already keeps their role', async () => {
    const acme = await inviting();
    const { person, browser } = await known();
    const url = await acme.invite({ email: person.email, role: 'owner' });
    const later = await acme.invite({ email: person.email, role: 'admin' });

    expect((await join(browser, url)).status).toBe(404);
    await join(browser, later);
    const again = await join(browser, later);

    expect(again.text).toContain('You are an admin of this organization');
    expect((await acme.members())[1]).toMatchObject({ role: 'admin' });
  });

  // Threat: An invitation falls into wrong hands
  test.for(['https://evil.example', undefined])(
    'does not join by a form of another site: %s',
    async (origin) => {
      const acme = await inviting();
      const { person, browser } = await known();
      const url = await acme.invite({ email: person.email });

      expect((await join(browser, url, origin === undefined ? {} : { Origin: origin })).status).toBe(403);
      expect(await acme.members()).toHaveLength(1);
    },
  );

  test.for(['', `${'0'.repeat(52)}${'A'.repeat(43)}`])('gets 404 for the token %j', async (token) => {
    const { browser } = await known();

    const answer = await browser.go(`${base_url}/invitation?token=${token}`);

    expect(answer.status).toBe(404);
    expect(answer.text).toContain('This invitation is not valid');
  });
});
