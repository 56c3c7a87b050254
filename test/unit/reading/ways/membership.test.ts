import { describe, expect, test } from 'vitest';
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

interface Asked {
  readonly document: DocumentItem | undefined;
  readonly visitor: Visitor | null;
  readonly memberOf?: readonly OrganizationId[];
  readonly isShared?: boolean;
  readonly of?: Asking['of'];
}

/** Returns the result, and the number of look-ups of memberships and shares. */
async function open({ document: found, visitor, memberOf = [], isShared = false, of }: Asked) {
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
  return { outcome, lookups, shareLookups };
}

/** Returns the outcome with the numbers of look-ups of a role and of a share. */
const found = (outcome: string, lookups: number, shareLookups: number) => ({
  outcome,
  lookups,
  shareLookups,
});
const notFound = found('resource_not_found', 1, 1);
const acts = session(colleague, acme);
const elsewhere = session(colleague, other);

describe('a document is open to members', () => {
  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test.for<[string, Asked, ReturnType<typeof found>]>([
    ['public, anyone', { document: document('public'), visitor: null }, found('stranger', 0, 0)],
    [
      'public, another organization',
      { document: document('public'), visitor: elsewhere },
      found('stranger', 1, 0),
    ],
    [
      'public, key of another',
      { document: document('public'), visitor: apiKey(colleague, other) },
      found('stranger', 0, 0),
    ],
    ['public, member', { document: document('public'), visitor: acts }, found('colleague', 0, 0)],
    [
      'public, key of a member',
      { document: document('public'), visitor: apiKey(colleague, acme) },
      found('colleague', 0, 0),
    ],
    [
      'public, member who acts elsewhere',
      { document: document('public'), visitor: elsewhere, memberOf: [acme] },
      found('colleague', 1, 0),
    ],
    [
      'public, key of a member that acts elsewhere',
      { document: document('public'), visitor: apiKey(colleague, other), memberOf: [acme] },
      found('stranger', 0, 0),
    ],
    [
      'public, former member',
      { document: document('public'), visitor: session(creator, acme, { role: null }) },
      found('stranger', 1, 0),
    ],
    [
      'public, shared with a stranger',
      { document: document('public', acme, 1), visitor: elsewhere, isShared: true },
      found('invited', 1, 1),
    ],
    [
      'public facts, by the API',
      { document: document('public'), visitor: apiKey(colleague, other), of: 'facts' },
      found('resource_not_found', 0, 1),
    ],
    [
      'organization, nobody',
      { document: document('organization'), visitor: null },
      found('missing_api_key', 0, 0),
    ],
    ['private, nobody', { document: document('private'), visitor: null }, found('missing_api_key', 0, 0)],
    [
      'personal, nobody',
      { document: document('private', null), visitor: null },
      found('missing_api_key', 0, 0),
    ],
    ['missing, nobody', { document: undefined, visitor: null }, found('missing_api_key', 0, 0)],
    ['organization, member', { document: document('organization'), visitor: acts }, found('colleague', 0, 0)],
    [
      'organization, creator',
      { document: document('organization'), visitor: session(creator, acme) },
      found('manager', 0, 0),
    ],
    [
      'organization, admin',
      { document: document('organization'), visitor: session(colleague, acme, { role: 'admin' }) },
      found('manager', 0, 0),
    ],
    [
      'organization, member who acts elsewhere',
      { document: document('organization'), visitor: elsewhere, memberOf: [acme] },
      found('colleague', 1, 0),
    ],
    [
      'organization, member who acts nowhere',
      { document: document('organization'), visitor: session(colleague, null), memberOf: [acme] },
      found('colleague', 1, 0),
    ],
    [
      'organization, another organization',
      { document: document('organization'), visitor: elsewhere, memberOf: [other] },
      notFound,
    ],
    [
      'organization, former member',
      { document: document('organization'), visitor: session(colleague, acme, { role: null }) },
      notFound,
    ],
    [
      'organization, former member and creator',
      { document: document('organization'), visitor: session(creator, acme, { role: null }) },
      notFound,
    ],
    [
      'organization, member with a share',
      { document: document('organization', acme, 1), visitor: acts, isShared: true },
      found('colleague, invited', 0, 1),
    ],
    [
      'organization, creator with a share',
      { document: document('organization', acme, 1), visitor: session(creator, acme), isShared: true },
      found('manager', 0, 0),
    ],
    [
      'organization facts, member with a share',
      { document: document('organization', acme, 1), visitor: apiKey(colleague, acme), of: 'facts' },
      found('colleague', 0, 0),
    ],
    [
      'organization, key',
      { document: document('organization'), visitor: apiKey(colleague, acme) },
      found('colleague', 0, 0),
    ],
    [
      'organization, key elsewhere',
      { document: document('organization'), visitor: apiKey(colleague, other), memberOf: [acme] },
      found('resource_not_found', 0, 1),
    ],
    [
      'organization, key nowhere',
      { document: document('organization'), visitor: apiKey(colleague, null), memberOf: [acme] },
      found('resource_not_found', 0, 1),
    ],
    [
      'private, creator',
      { document: document('private'), visitor: session(creator, acme) },
      found('manager', 0, 0),
    ],
    [
      'private, creator who acts elsewhere',
      { document: document('private'), visitor: session(creator, other), memberOf: [acme] },
      found('manager', 1, 0),
    ],
    [
      'private, owner',
      {
        document: document('private'),
        visitor: session(colleague, acme, { role: 'owner' }),
        memberOf: [acme],
      },
      notFound,
    ],
    [
      'private, creator who left',
      { document: document('private'), visitor: session(creator, null) },
      notFound,
    ],
    [
      'private, shared with a person elsewhere',
      { document: document('private'), visitor: elsewhere, isShared: true },
      found('invited', 1, 1),
    ],
    [
      'private, shared with an owner',
      { document: document('private'), visitor: session(colleague, acme, { role: 'owner' }), isShared: true },
      found('invited', 1, 1),
    ],
    [
      'personal, creator',
      { document: document('private', null), visitor: session(creator, null) },
      found('manager', 0, 0),
    ],
    [
      'personal, creator who acts somewhere',
      { document: document('organization', null), visitor: session(creator, acme) },
      found('manager', 0, 0),
    ],
    [
      'personal, somebody else',
      { document: document('organization', null), visitor: acts, memberOf: [acme] },
      notFound,
    ],
    ['missing, session', { document: undefined, visitor: acts, isShared: true }, notFound],
    [
      'missing, key',
      { document: undefined, visitor: apiKey(colleague, acme) },
      found('resource_not_found', 0, 1),
    ],
  ])('%s', async ([, asked, expected]) => {
    expect(await open(asked)).toEqual(expected);
  });
});
