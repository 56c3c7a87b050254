import { expect } from 'vitest';
import type { OrganizationPolicy } from '../../shared/contract/resources/policy.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { Actor, CallRequest } from './client.ts';
import { call, uniqueTitle } from './documents.ts';
import { sameOrigin } from './organizations.ts';
import { walk } from './pages.ts';

export const unknownPolicy = 'pol_00000000000000000000000000';

/** The policies that the current file added to the seeded organization. Policies that were added with other headers are not listed here. */
const added: string[] = [];

/**
 * Archives the policies that a file added, because an organization can have at most a thousand policies that are not archived. Also removes
 * their rules, because the organization cannot be removed while a policy keeps a document.
 */
export async function endAddedPolicies(): Promise<void> {
  for (const id of added.splice(0)) {
    const { status, problem } = await change(id, { rules: {}, archived: true }, ownersSession);
    if (status !== 200) throw new Error(`The policy ${id} stays: ${problem?.detail}`);
  }
}

/** Adds a policy to the seeded organization. Default: with a unique name */
export async function addPolicy(
  name = uniqueTitle('Policy'),
  more: CallRequest = {},
  rules?: Rules,
): Promise<OrganizationPolicy> {
  const { body } = await call.createPolicy({ json: { name, rules }, ...more });
  if (!more.headers) added.push(body.id);
  return body;
}

/** A request with the owner's session. */
export const ownersSession: CallRequest = { session: 'owner', headers: sameOrigin };

/** Adds a locked policy. For this, an owner must repeat the policy's name in `confirm`. */
export async function addLockedPolicy(rules: Rules): Promise<OrganizationPolicy> {
  const name = uniqueTitle('Locked');
  const { body } = await call.createPolicy({ ...ownersSession, json: { name, rules, confirm: name } });
  added.push(body.id);
  return body;
}

export const change = (policy_id: string, json: unknown, more: CallRequest = {}) =>
  call.updatePolicy({ path: { policy_id }, json, ...more });

export const attach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.attachDocumentPolicy({ as, path: { document_id }, json: { policy_id } });

/** Returns all policies of the organization that staff's headers name. */
export async function policiesOf(
  headers: Record<string, string>,
  query: Record<string, string> = {},
): Promise<OrganizationPolicy[]> {
  const pages = await walk((page) => call.listPolicies({ as: 'staff', headers, query: page }), {
    limit: '100',
    ...query,
  });
  return pages.flatMap(({ items }) => items);
}

/** Runs a request that must not change the policies of an organization which no other test uses. */
export async function withoutPolicyChange<T>(
  headers: Record<string, string>,
  run: () => Promise<T>,
): Promise<T> {
  const before = await policiesOf(headers);
  const result = await run();
  expect(await policiesOf(headers)).toEqual(before);
  return result;
}
