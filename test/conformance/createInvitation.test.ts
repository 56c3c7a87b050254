import { describe, expect } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { invite, pendingIn, someAddress } from '../support/invitations.ts';
import { membersOf, problem, withoutChange } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

const dayMilliseconds = 86_400_000;
const daysOf = ({ created_at, expires_at }: { created_at: string; expires_at: string }): number =>
  (Date.parse(expires_at) - Date.parse(created_at)) / dayMilliseconds;

describe('an invitation', () => {
  test('has an address, a role, a URL, its maker and its end', async ({ organization: { headers } }) => {
    const email = someAddress();

    const { body, headers: answered } = await invite(headers, { email, role: 'admin' });

    const { url, ...invitation } = body;
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-hjkmnp-tv-z]{26}$/),
      email,
      role: 'admin',
      created_at: expect.any(String),
      created_by: { id: expect.stringMatching(/^user_/), type: 'user_account', name: 'Stella Staff' },
      expires_at: expect.any(String),
      // A stage without mail answers `none`.
      mail: expect.stringMatching(/^(none|queued)$/),
      email_sent: false,
    });
    expect(Object.hasOwn(body, 'url') && url).toMatch(/\/invitation\?token=[\w-]{95}$/);
    expect(daysOf(body)).toBeCloseTo(7, 3);
    expect(daysOf((await invite(headers, { expires_in_days: 30 })).body)).toBeCloseTo(30, 3);
    expect(answered.get('location')).toContain(`/v1/organization/invitations/${body.id}`);
    // The mail may have been sent since. Then these two fields have changed.
    const { mail: _, email_sent: _sent, ...lasting } = invitation;
    expect((await pendingIn(headers)).at(-1)).toMatchObject(lasting);
  });

  test('is for an address in any spelling, replaces the earlier one, and is withdrawn once', async ({
    organization: { headers },
  }) => {
    const mailbox = crypto.randomUUID();
    const withdraw = (invitation_id: string) =>
      call.deleteInvitation({ as: 'staff', headers, path: { invitation_id } });

    const first = await invite(headers, { email: `${mailbox}@guests.example`, role: 'owner' });
    const { body } = await invite(headers, { email: ` ${mailbox.toUpperCase()}@Guests.Example ` });

    expect(body).toMatchObject({ email: `${mailbox}@guests.example`, role: 'member' });
    expect(body.id).not.toBe(first.body.id);
    expect(idsOf(await pendingIn(headers))).toEqual([body.id]);
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(body.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await pendingIn(headers)).toEqual([]);
  });

  test('is refused with an address without a width, and for a member in any spelling', async () => {
    const ask = (json: object) => withoutChange(() => call.createInvitation({ json }));
    const { email = '' } = (await membersOf())[0] ?? {};
    const [mailbox = '', domain] = email.split('@');
    const spelt = ` ${mailbox.toUpperCase()}@${domain}`;
    const wide = 'a\u200bda@guests.example';

    expect(await ask({ email: wide, role: 'member' })).toMatchObject(problem(422, ['body.email', wide]));
    const answer = await ask({ email: spelt, role: 'member' });
    expect(answer).toMatchObject(problem(422, ['body.email', spelt]));
    expect(answer.problem?.detail).toContain('member already');
    expect(answer.headers.get('x-error-code')).toBe('already_member');
  });

  test('is listed newest first, page by page, without its URL', async ({ organization: { headers } }) => {
    const made = [];
    for (let index = 0; index < 3; index++) made.unshift((await invite(headers)).body);
    const list = (query: Record<string, string>) => call.listInvitations({ as: 'staff', headers, query });

    const pages = await walk(list, { limit: '2' });

    expect(pages.map(({ items }) => idsOf(items))).toEqual([idsOf(made.slice(0, 2)), idsOf(made.slice(2))]);
    for (const item of pages.flatMap(({ items }) => items)) expect(item).not.toHaveProperty('url');
    const cursor = pages[0]?.pagination.next_cursor ?? '';
    const other = { as: 'staff', headers: (await newOrganization()).headers, query: { cursor } } as const;
    expect(await call.listInvitations(other)).toMatchObject(problem(400));
  });

  test('that is mailed again has a new URL; a stage without mail refuses', async ({
    organization: { headers },
  }) => {
    const { body: invited } = await invite(headers);
    const path = { invitation_id: invited.id };

    const answer = await call.sendInvitation({ as: 'staff', headers, path });

    if (invited.mail === 'none') {
      expect(answer).toMatchObject(problem(422));
      return;
    }
    expect(answer).toMatchObject({
      status: 200,
      body: { id: invited.id, mail: 'queued', email_sent: false },
    });
    expect(answer.body.url).not.toBe(invited.url);
    // A deployed stage sends to real addresses, and these tests have none.
    if (process.env.CREDENTIALS) return;
    const [delivered] = await eventually(
      () => pendingIn(headers),
      ([first]) => first?.mail === 'delivered',
    );
    expect(delivered).toMatchObject({ id: invited.id, email_sent: true });
  });
});
