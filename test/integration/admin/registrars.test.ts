import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import type { WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { registeredIn, storedWebhook } from './endpoints.ts';
import { founded, joined, operator } from './operator.ts';

const stage = operator();
const { admin, record, clock, refuses } = stage;

beforeEach(() => {
  clock.now = Date.now();
});

const disabled = { reason: 'registrar', at: '2029-12-31T00:00:00.000Z' } as const;

/** An endpoint that an admin registered, in an organization with an owner. */
async function byAdmin(given: Partial<WebhookItem> = {}) {
  const { organization, email: owner, user: ownerId } = await founded(stage);
  const email = await joined(stage, organization, 'admin');
  const user = z.parse(actorId, (await record('users show', email)).id);
  const { id } = await registeredIn(organization, user, given);
  return { id, organization, owner, ownerId, email, user };
}

const isStopping = (id: string) =>
  `The webhook endpoint ${id} (https://receiver.example/hooks) stops. To start it again: webhooks enable ${id} --as <user>\n`;

describe.for([['set-role', 'member'], ['remove']] as const)('members %s %s', ([verb, ...role]) => {
  const change = (email: string, organization: string) =>
    admin('members', verb, '--yes', email, ...role, '--organization', organization);

  // Threat: An integration stops and nobody notices
  test('says first which endpoints stop, for good, even if the member gets the role back', async () => {
    const { id, organization, email, user, ownerId } = await byAdmin();
    const second = await registeredIn(organization, user);
    const ofStaff = await registeredIn(organization, user, { registered_by_staff: true });
    await registeredIn(organization, user, { disabled });
    const ofOwner = await registeredIn(organization, ownerId);

    const { code, stdout } = await change(email, organization);
    const back = verb === 'remove' ? ['add', email, '--role', 'admin'] : ['set-role', email, 'admin'];
    await record('members', ...back, '--organization', organization);

    expect(code).toBe(0);
    const announced = isStopping(second.id) + isStopping(id);
    expect(stdout.slice(0, announced.length)).toBe(announced);
    expect(stdout).toMatch(new RegExp(`^stopped webhooks +${second.id}, ${id}$`, 'm'));
    expect(stdout.match(/ stops\. /g)).toHaveLength(2);
    const disabledAt = { reason: 'registrar', at: new Date(clock.now).toISOString() };
    expect((await storedWebhook({ id, organization }))?.disabled).toEqual(disabledAt);
    expect((await storedWebhook({ id: ofStaff.id, organization }))?.disabled).toBeNull();
    expect((await storedWebhook({ id: ofOwner.id, organization }))?.disabled).toBeNull();
    expect(await record('webhooks show', id)).toMatchObject({ disabled_reason: 'registrar' });
  });
});

describe('webhooks enable', () => {
  test('makes the person of --as its registrar', async () => {
    const endpoint = await byAdmin({ disabled, registered_by_staff: true });
    const { id, owner, ownerId } = endpoint;

    const { code, stdout } = await admin('webhooks enable', id, '--as', owner);

    expect(code).toBe(0);
    expect(stdout).toContain(`${ownerId} is responsible for it now.\n`);
    expect(stdout).toContain(`It was disabled since ${disabled.at} (registrar).`);
    expect(await storedWebhook(endpoint)).toMatchObject({
      created_by: ownerId,
      registered_by_staff: false,
      disabled: null,
      enabled_at_ms: clock.now,
    });
  });

  test('needs --as when the endpoint has no registrar who may manage it, or lost one', async () => {
    const demoted = await byAdmin({ disabled: { ...disabled, reason: 'gone' } });
    await record('members set-role --yes', demoted.email, 'member', '--organization', demoted.organization);
    const restored = await byAdmin({ disabled });

    for (const { id } of [demoted, restored]) {
      const message = `Name an owner or admin: webhooks enable ${id} --as <user>\n`;
      await refuses(1, expect.stringContaining(message), 'webhooks enable', id);
    }
  });

  test('refuses a registrar who may not manage the endpoint, and an unknown one', async () => {
    const { id, organization } = await byAdmin({ disabled });
    const member = await joined(stage, organization);
    const stranger = (await founded(stage)).email;
    const off = await joined(stage, organization, 'admin');
    await record('users disable --yes', off);

    const refusals = [
      [1, off, `${off} is disabled since `],
      [
        1,
        member,
        `${member} has the role member in Example Ltd (${organization}). Only its owners and admins can be responsible for endpoints.`,
      ],
      [1, stranger, `${stranger} is not a member of Example Ltd (${organization}).`],
      [1, 'nobody@example.com', 'No user has the e-mail address nobody@example.com.'],
      [2, 'somebody', 'It must be an e-mail address or an id'],
    ] as const;
    for (const [code, who, message] of refusals)
      await refuses(code, expect.stringContaining(message), 'webhooks enable', id, '--as', who);
  });
});
