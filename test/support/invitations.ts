import type { Invitation } from '../../shared/contract/resources/invitation.ts';
import type { CallRequest } from './client.ts';
import { call } from './documents.ts';

type Headers = Readonly<Record<string, string>>;

/** Returns an address that nobody else has. */
export const someAddress = (): string => `${crypto.randomUUID()}@guests.example`;

/** Invites somebody, as staff in the test's own organization. */
export const invite = (headers: Headers, json: object = {}, more: CallRequest = {}) =>
  call.createInvitation({
    as: 'staff',
    headers,
    json: { email: someAddress(), role: 'member', ...json },
    ...more,
  });

export const pendingIn = async (headers: Headers): Promise<Invitation[]> =>
  (await call.listInvitations({ as: 'staff', headers, query: { limit: '100' } })).body.items;
