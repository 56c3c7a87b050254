import { describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { call } from '../support/documents.ts';
import { invite, someAddress } from '../support/invitations.ts';
import { Person } from '../support/person.ts';
import { base_url, noLocalProvider, pick, signIn } from '../support/signIn.ts';
import { newOrganization } from '../support/webhooks.ts';

describe.skipIf(noLocalProvider)('the page of an invitation', () => {
  test('makes a person without an account a member of the organization', async () => {
    const { id, headers } = await newOrganization();
    const email = someAddress();
    const { url } = (await invite(headers, { email, role: 'admin' })).body;
    const guest = new Person();

    const turnedAway = await guest.go(url);
    expect(turnedAway).toMatchObject({ status: 303 });
    const back = await guest.go(await pick(guest, turnedAway, email));
    expect(back).toMatchObject({ status: 303, location: url });
    expect((await guest.go(url)).text).toContain('Join');
    const joined = await guest.go(url, { method: 'POST', headers: { Origin: new URL(base_url).origin } });

    expect(joined.status).toBe(200);
    const cookie = `session=${guest.cookie(base_url, 'session')}`;
    const { body } = await call.getMe({ as: null, headers: { Cookie: cookie } });
    expect(body).toMatchObject({ organization_id: id, role: 'admin' });
  });

  test('refuses a wrong address and an invalid token, and changes nothing', async () => {
    const { headers } = await newOrganization();
    const { url } = (await invite(headers)).body;
    const somebody = new Person();
    await signIn(somebody, people.member.email);

    expect((await somebody.go(url)).status).toBe(403);
    expect((await somebody.go(`${url.slice(0, -4)}AAAA`)).status).toBe(404);
  });

  test('refuses people without an account who were not invited', async () => {
    const { headers } = await newOrganization();
    const { url } = (await invite(headers)).body;
    const stranger = new Person();

    const refusal = await stranger.go(await pick(stranger, await stranger.go(url), someAddress()));

    expect(refusal.status).toBe(403);
    expect(refusal.text).toContain('You have no account here');
    expect(stranger.cookie(base_url, 'session')).toBeUndefined();
  });
});
