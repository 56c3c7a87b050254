import { expect, test } from 'vitest';
import type { OrganizationId } from '../../../../shared/contract/identifiers.ts';
import type { DocumentItem } from '../../../../shared/data/documents/documents.ts';
import type { Asking, RoleLookup } from '../../../../shared/reading/asking.ts';
import { entryOf } from '../../../../shared/reading/enter.ts';
import { membership } from '../../../../shared/reading/ways/membership.ts';
import {
  acme,
  apiKey,
  asking,
  colleague,
  creator,
  document,
  opensBy,
  other,
  session,
  type Visitor,
  wayOf,
} from '../askings.ts';

interface Given {
  readonly memberOf?: readonly OrganizationId[];
  readonly isShared?: boolean;
  readonly of?: Asking['of'];
}

/** Returns the outcome, and the number of look-ups of memberships and of shares. */
async function open(
  found: DocumentItem | undefined,
  visitor: Visitor | null,
  { memberOf = [], isShared = false, of }: Given,
): Promise<string> {
  let lookups = 0;
  let shareLookups = 0;
  const roleIn: RoleLookup = async (organizationId) => {
    lookups++;
    return organizationId !== null && memberOf.includes(organizationId) ? 'member' : undefined;
  };
  const share = wayOf('share', async () => {
    shareLookups++;
    return isShared ? opensBy() : undefined;
  });
  const outcome = await entryOf(found, asking(visitor, roleIn, of), 0, [membership, share]).then(
    ({ opened }) => opened.map(({ as }) => as).join(', ') || 'stranger',
    (error: { code: string }) => error.code,
  );
  return `${outcome} ${lookups} ${shareLookups}`;
}

const notFound = 'resource_not_found 1 1';
const acts = session(colleague, acme);
const elsewhere = session(colleague, other);
const nobody = null;
const made = session(creator, acme);
const foreignKey = apiKey(colleague, other);
const inAcme = { memberOf: [acme] };
const invited = { isShared: true };
const owner = session(colleague, acme, { role: 'owner' });
const left = session(creator, acme, { role: null });
const shared = document('organization', acme, 1);
const mine = document('private', null);
const [visible, organization, hidden] = [document('public'), document('organization'), document('private')];

// Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
test.for<[string, DocumentItem | undefined, Visitor | null, Given, outcome: string]>([
  ['public, anyone', visible, nobody, {}, 'stranger 0 0'],
  ['public, another organization', visible, elsewhere, {}, 'stranger 1 0'],
  ['public, key of another', visible, foreignKey, {}, 'stranger 0 0'],
  ['public, member', visible, acts, {}, 'colleague 0 0'],
  ['public, key of a member', visible, apiKey(colleague, acme), {}, 'colleague 0 0'],
  ['public, member who acts elsewhere', visible, elsewhere, inAcme, 'colleague 1 0'],
  ['public, key of a member elsewhere', visible, foreignKey, inAcme, 'stranger 0 0'],
  ['public, former member', visible, left, {}, 'stranger 1 0'],
  ['public, shared with a stranger', document('public', acme, 1), elsewhere, invited, 'invited 1 1'],
  ['public facts, by the API', visible, foreignKey, { of: 'facts' }, 'resource_not_found 0 1'],
  ['organization, nobody', organization, nobody, {}, 'missing_api_key 0 0'],
  ['private, nobody', hidden, nobody, {}, 'missing_api_key 0 0'],
  ['missing, nobody', undefined, nobody, {}, 'missing_api_key 0 0'],
  ['organization, member', organization, acts, {}, 'colleague 0 0'],
  ['organization, creator', organization, made, {}, 'manager 0 0'],
  ['organization, admin', organization, session(colleague, acme, { role: 'admin' }), {}, 'manager 0 0'],
  ['organization, member who acts elsewhere', organization, elsewhere, inAcme, 'colleague 1 0'],
  ['organization, another organization', organization, elsewhere, { memberOf: [other] }, notFound],
  ['organization, former member and creator', organization, left, {}, notFound],
  ['organization, member with a share', shared, acts, invited, 'colleague, invited 0 1'],
  ['organization, creator with a share', shared, made, invited, 'manager 0 0'],
  ['organization facts, key with a share', shared, apiKey(colleague, acme), { of: 'facts' }, 'colleague 0 0'],
  ['organization, key', organization, apiKey(colleague, acme), {}, 'colleague 0 0'],
  ['organization, key elsewhere', organization, foreignKey, inAcme, 'resource_not_found 0 1'],
  ['organization, key nowhere', organization, apiKey(colleague, null), inAcme, 'resource_not_found 0 1'],
  ['private, creator', hidden, made, {}, 'manager 0 0'],
  ['private, creator who acts elsewhere', hidden, session(creator, other), inAcme, 'manager 1 0'],
  ['private, owner', hidden, owner, inAcme, notFound],
  ['private, creator who left', hidden, session(creator, null), {}, notFound],
  ['private, shared with a person elsewhere', hidden, elsewhere, invited, 'invited 1 1'],
  ['private, shared with an owner', hidden, owner, invited, 'invited 1 1'],
  ['personal, creator', mine, session(creator, null), {}, 'manager 0 0'],
  ['personal, creator who acts somewhere', document('organization', null), made, {}, 'manager 0 0'],
  ['personal, somebody else', document('organization', null), acts, inAcme, notFound],
  ['missing, session', undefined, acts, invited, notFound],
  ['missing, key', undefined, apiKey(colleague, acme), {}, 'resource_not_found 0 1'],
])('a document is open to members: %s', async ([, found, visitor, given, outcome]) => {
  expect(await open(found, visitor, given)).toBe(outcome);
});
