import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { permissionsOfRole, permissionsWithoutOrganization } from '../../shared/contract/permissions.ts';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { organization_id, problem, sameOrigin, user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { Person } from '../support/person.ts';
import { joined, sessionOf, signedIn } from '../support/signedIn.ts';
import { base_url, noLocalProvider, sessionEnded, signIn, withCookie } from '../support/signIn.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { newOrganization } from '../support/webhooks.ts';

const meOf = async (request: CallRequest) => (await call.getMe(request)).body;

describe('the caller', () => {
  test.for(['owner', 'admin', 'member'] as const)('is described as %s', async (role) => {
    const me = await meOf({ as: role });

    expect(me.user).toEqual({
      id: user_ids[role].replace('usr_', 'user_'),
      type: 'user_account',
      name: expect.stringMatching(/./),
    });
    expect(me).toMatchObject({ organization_id, role });
    expect(me.permissions.toSorted()).toEqual(permissionsOfRole[role].toSorted());
    expect(me.organizations).toContainEqual({
      id: organization_id,
      name: expect.stringMatching(/./),
      role,
    });
  });

  test('can be a service account', async () => {
    const me = await meOf({ as: 'service_account' });

    expect(me).toMatchObject({
      user: { id: expect.stringMatching(/^svc_/), type: 'service_account' },
      organization_id,
      role: 'member',
      organizations: [{ id: organization_id, role: 'member' }],
    });
    expect(me.permissions).not.toContain('organization#create');
  });

  test('can be without an organization', async () => {
    const me = await meOf({ as: 'newcomer' });

    expect(me).toMatchObject({ organization_id: null, role: null, organizations: [] });
    expect(me.permissions.toSorted()).toEqual(permissionsWithoutOrganization.toSorted());
  });
});

test('organizations are listed newest first, also those in which the credential does not act', async () => {
  const name = uniqueTitle('Mine too');
  const { body: founded } = await call.createOrganization({ as: 'outsider', json: { name } });

  const { organization_id: actsIn, organizations } = await eventually(
    () => meOf({ as: 'outsider' }),
    (me) => me.organizations.some(({ id }) => id === founded.id),
  );

  expect(organizations).toContainEqual({ id: founded.id, name, role: 'owner' });
  expect(actsIn).not.toBe(founded.id);
  const ids = organizations.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

const hour = 60 * 60 * 1000;

test.skipIf(noLocalProvider)(
  'a person sees their sessions, newest first, with the one of the request',
  async () => {
    const first = await signedIn();
    // Sessions are listed by the second in which they began. So the second session must begin in a later second.
    await setTimeout(1000);
    const second = await first.again();

    const items = await eventually(first.sessions, ({ length }) => length === 2);

    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [second.sessionId, false],
      [first.sessionId, true],
    ]);
    const pages = await walk((query) => call.listSessions({ ...first.as, query }), { limit: '1' });
    expect(pages.map((page) => page.items)).toEqual(items.map((item) => [item]));
    for (const item of items) {
      expect(item).toEqual({
        id: expect.stringMatching(/^ses_[0-9a-hjkmnp-tv-z]{26}$/),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
        current: expect.any(Boolean),
      });
      const [began, used, ends] = [item.created_at, item.last_used_at, item.expires_at].map(Date.parse);
      expect(Date.now() - Number(used)).toBeLessThan(10 * 60 * 1000);
      expect(Number(used)).toBeGreaterThanOrEqual(Number(began));
      expect(Number(ends) - Number(used)).toBe(12 * hour);
    }
  },
);

const unknown = { session_id: `ses_${'0'.repeat(26)}` };

describe.skipIf(noLocalProvider)('a person', () => {
  test('ends another session of theirs at once, and keeps this one', async () => {
    const one = await signedIn();
    const other = await one.again();

    const { status, body, headers } = await call.deleteSession({
      ...one.as,
      path: { session_id: other.sessionId },
    });

    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(headers.get('set-cookie')).toBeNull();
    expect(await withCookie(other.person)).toMatchObject(sessionEnded);
    expect((await withCookie(one.person)).status).toBe(200);
  });

  test('ends the current session, and its cookie is cleared', async () => {
    const { person, sessionId } = await signedIn();
    const kept = person.copy();

    const { status, text } = await person.go(`${base_url}/v1/me/sessions/${sessionId}`, {
      method: 'DELETE',
      headers: sameOrigin,
    });

    expect({ status, text }).toEqual({ status: 200, text: '{}' });
    expect(person.cookie(base_url, 'session')).toBeUndefined();
    expect(await withCookie(kept)).toMatchObject(sessionEnded);
  });

  // Threat: A person finds or ends sessions of somebody else
  test('gets the same 404 for a session of somebody else, an ended one, and one that never was', async () => {
    const [one, others] = [await signedIn(), await signedIn()];
    const ended = await one.again();
    const end = (session_id: string) => call.deleteSession({ ...one.as, path: { session_id } });
    await end(ended.sessionId);

    const answers = [await end(others.sessionId), await end(ended.sessionId), await end(unknown.session_id)];

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect((await withCookie(others.person)).status).toBe(200);
  });
});

const nowhere = 'org_00000000000000000000000000';

describe.skipIf(noLocalProvider)('a session', () => {
  /** A new session of the owner, for one test. */
  async function newSession() {
    const person = new Person();
    await signIn(person, people.owner.email);
    const headers = { Cookie: `session=${person.cookie(base_url, 'session')}`, ...sameOrigin };
    return {
      change: (json: object) => call.switchOrganization({ as: null, headers, json }),
      actsIn: async () => (await call.getMe({ as: null, headers })).body.organization_id,
    };
  }

  test('acts in another organization of its person from the next request on, and can switch back', async () => {
    const { id } = await newOrganization();
    const [session, other] = [await newSession(), await newSession()];

    const { body } = await session.change({ organization_id: id });

    expect(body).toEqual({ id, name: 'Webhooks', created_at: expect.any(String) });
    expect(await session.actsIn()).toBe(id);
    expect(await other.actsIn()).toBe(organization_id);
    expect((await session.change({ organization_id })).body.id).toBe(organization_id);
    expect(await session.actsIn()).toBe(organization_id);
  });

  test('does not switch to an organization that its person does not belong to, or that does not exist', async () => {
    const session = await newSession();
    const outsiders = (await call.getMe({ as: 'outsider' })).body.organization_id ?? nowhere;

    const answers = [
      await session.change({ organization_id: outsiders }),
      await session.change({ organization_id: nowhere }),
    ];

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect(await session.actsIn()).toBe(organization_id);
  });
});

test.skipIf(noLocalProvider)(
  'a person has the new name on pages and in the list of members, and the earlier one on earlier documents',
  async () => {
    const { staff, person } = await joined();
    const { as } = sessionOf(person);
    const page = async (at: string) =>
      (await fetch(at, { headers: { ...as.headers, Accept: 'text/html' } })).text();
    const { id, name: before } = (await call.getMe(as)).body.user;
    const form = uploadForm({ title: 'Mine', access_level: 'organization' }, await makePdf());
    const { body: document } = await call.createDocument({ ...as, form });
    const path = { document_id: document.id };
    expect(await page(document.service_url)).toContain(` by <bdi>${before}</bdi>`);

    await call.updateMe({ ...as, json: { name: 'Augusta Ada King' } });

    const shown = await page(document.service_url);
    expect(shown).toContain(' by <bdi>Augusta Ada King</bdi>');
    expect(shown).toContain('<bdi>Augusta Ada King</bdi></span>');
    expect(shown).not.toContain(`<bdi>${before}</bdi>`);
    expect((await call.getDocument({ ...as, path })).body.created_by.name).toBe(before);
    const { items } = (await call.listOrganizationMembers({ as: 'staff', headers: staff })).body;
    expect(items.find(({ user_id }) => user_id.slice(4) === id.slice(5))).toMatchObject({
      display_name: 'Augusta Ada King',
      given_name: '',
      family_name: '',
    });
  },
);
