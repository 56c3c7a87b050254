import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { invite, pendingIn, someAddress } from '../support/invitations.ts';
import { membersOf, problem, type WrongRow, withoutChange, wrongIn } from '../support/organizations.ts';
import { retried } from '../support/retried.ts';
import { newOrganization } from '../support/webhooks.ts';

const dayMilliseconds = 86_400_000;

describe('an invitation', () => {
  test('has an address, a role, a URL, its maker and its end', async () => {
    const { headers } = await newOrganization();
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
    const lifetime = Date.parse(body.expires_at) - Date.parse(body.created_at);
    expect(Math.abs(lifetime - 7 * dayMilliseconds)).toBeLessThan(2000);
    expect(answered.get('location')).toContain(`/v1/organization/invitations/${body.id}`);
    // The mail may have been sent since. Then these two fields have changed.
    const { mail: _, email_sent: _sent, ...lasting } = invitation;
    expect(await pendingIn(headers)).toMatchObject([lasting]);
  });

  test('is for an address in any spelling, and replaces the earlier one', async () => {
    const { headers } = await newOrganization();
    const mailbox = crypto.randomUUID();

    const first = await invite(headers, { email: `${mailbox}@guests.example`, role: 'owner' });
    const second = await invite(headers, { email: ` ${mailbox.toUpperCase()}@Guests.Example ` });

    expect(second.body).toMatchObject({ email: `${mailbox}@guests.example`, role: 'member' });
    expect(second.body.id).not.toBe(first.body.id);
    expect((await pendingIn(headers)).map(({ id }) => id)).toEqual([second.body.id]);
  });
});

describe('an invitation is refused', () => {
  const ask = (json: unknown, as: Actor = 'owner') =>
    withoutChange(() => call.createInvitation({ as, json }));
  const valid = { email: 'guest@guests.example', role: 'member' };

  test.for<WrongRow>([
    ['an address without a width', { email: 'a\u200bda@guests.example' }],
    ['an unknown role, for half a day', { role: 'king', expires_in_days: 0.5 }],
    ['an unknown field', { note: 'Hi' }],
  ])('with %s, and every mistake is named', async ([, json, ...wrong]) => {
    expect(await ask({ ...valid, ...json })).toMatchObject(wrongIn(json, wrong));
  });

  test('for a member, in any spelling of the address', async () => {
    const [member] = await membersOf();
    const email = ` ${member?.email.replace('@', '@').toUpperCase().replace(/@.*/, '')}${member?.email.replace(/.*@/, '@')}`;

    const answer = await ask({ ...valid, email });

    expect(answer).toMatchObject(problem(422, ['body.email', email]));
    expect(answer.problem?.detail).toContain('member already');
    expect(answer.headers.get('x-error-code')).toBe('already_member');
  });

  test('beyond a hundred, also by requests at the same time, except for people who are invited already', async () => {
    const { headers } = await newOrganization();
    const [first] = await Promise.all([invite(headers)]);
    for (let number = 2; number < 100; number++) await invite(headers);
    expect(await pendingIn(headers)).toHaveLength(99);

    const answers = await Promise.all(Array.from({ length: 3 }, () => retried(() => invite(headers))));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await invite(headers, { email: first.body.email })).status).toBe(201);
    expect(await pendingIn(headers)).toHaveLength(100);
  });
});
