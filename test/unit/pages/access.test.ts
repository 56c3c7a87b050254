import { describe, expect, test } from 'vitest';
import {
  isAmongColleagues,
  type RoleQuestion,
  type Visitor,
  viewable,
} from '../../../shared/access/documents.ts';
import type { Principal } from '../../../shared/access/principal.ts';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { newId } from '../../../shared/data/table/ids.ts';

const acme = newId('org');
const other = newId('org');
const creator = newId('user');
const colleague = newId('user');

const document = (access_level: AccessLevel, organization_id: OrganizationId | null = acme) => ({
  access_level,
  organization_id,
  created_by: { id: creator, type: 'user_account' as const, name: 'Someone' },
});

const principal = (
  id: ActorId,
  organization_id: OrganizationId | null,
  given: Partial<Principal> = {},
): Principal => ({
  user: { id, type: 'user_account', name: 'Someone' },
  organization_id,
  role: organization_id === null ? null : 'member',
  permissions: ['document#read'],
  credential: 'session:1',
  reader: false,
  bound: false,
  staff: false,
  ...given,
});
const session = (...who: Parameters<typeof principal>): Visitor => ({
  principal: principal(...who),
  byApiKey: false,
});
const apiKey = (...who: Parameters<typeof principal>): Visitor => ({
  principal: principal(...who),
  byApiKey: true,
});

interface Asked {
  readonly document: ReturnType<typeof document> | undefined;
  readonly visitor: Visitor | null;
  readonly memberOf?: readonly OrganizationId[];
  readonly isShared?: boolean;
}

/** Returns the result, and the number of look-ups of memberships and shares. */
async function open({ document: found, visitor, memberOf = [], isShared = false }: Asked) {
  let lookups = 0;
  let shareLookups = 0;
  const roleOf: RoleQuestion = async (_userId, organizationId) => {
    lookups++;
    return organizationId !== null && memberOf.includes(organizationId) ? 'member' : undefined;
  };
  const askForShare = async () => {
    shareLookups++;
    return isShared;
  };
  const outcome = await viewable(found, visitor, roleOf, askForShare).then(
    ({ byShare }) => (byShare ? 'shown by a share' : 'shown'),
    (error: { code: string }) => error.code,
  );
  return { outcome, lookups, shareLookups };
}

const shown = { outcome: 'shown', lookups: 0, shareLookups: 0 };
const shownAfterLookup = { outcome: 'shown', lookups: 1, shareLookups: 0 };
const signIn = { outcome: 'missing_api_key', lookups: 0, shareLookups: 0 };
const notFound = { outcome: 'resource_not_found', lookups: 1, shareLookups: 1 };
const notFoundForKey = { outcome: 'resource_not_found', lookups: 0, shareLookups: 1 };
const shownByShare = { outcome: 'shown by a share', lookups: 1, shareLookups: 1 };

test.for([
  ['another organization', session(colleague, other)],
  ['no organization', session(colleague, null)],
] as const)('a share opens a private document to a session in %s', async ([, visitor]) => {
  const asked = { document: document('private'), visitor, isShared: true };
  await expect(open(asked)).resolves.toEqual(shownByShare);
  await expect(open({ ...asked, document: undefined })).resolves.toEqual(notFound);
});

describe('a public document', () => {
  test.for([
    ['anyone', null],
    ['someone of another organization', session(newId('user'), other)],
    ['an API key of another organization', apiKey(newId('user'), other)],
  ] as const)('is shown to %s', async ([_, visitor]) => {
    expect(await open({ document: document('public'), visitor })).toEqual(shown);
  });
});

describe('a visitor who is not signed in', () => {
  test.for([
    ['organization', document('organization')],
    ['private', document('private')],
    ['personal', document('private', null)],
    ['missing', undefined],
  ] as const)('is asked to sign in, with the same answer for a document that is %s', async ([_, found]) => {
    expect(await open({ document: found, visitor: null })).toEqual(signIn);
  });
});

describe('a document of an organization', () => {
  const found = document('organization');

  test('is shown to a member whose session acts there', async () => {
    expect(await open({ document: found, visitor: session(colleague, acme) })).toEqual(shown);
  });

  test('is shown to a member whose session acts elsewhere, or in none', async () => {
    for (const acting of [other, null])
      expect(await open({ document: found, visitor: session(colleague, acting), memberOf: [acme] })).toEqual(
        shownAfterLookup,
      );
  });

  test('does not exist for people of other organizations', async () => {
    expect(await open({ document: found, visitor: session(colleague, other), memberOf: [other] })).toEqual(
      notFound,
    );
  });

  test('does not exist for former members, also its creator', async () => {
    for (const who of [colleague, creator])
      expect(await open({ document: found, visitor: session(who, acme, { role: null }) })).toEqual(notFound);
  });
});

describe('a private document', () => {
  const found = document('private');

  test('is shown to its creator, with a session in any organization', async () => {
    expect(await open({ document: found, visitor: session(creator, acme) })).toEqual(shown);
    expect(await open({ document: found, visitor: session(creator, other), memberOf: [acme] })).toEqual(
      shownAfterLookup,
    );
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('does not exist for others, also owners of the organization', async () => {
    const visitor = session(colleague, acme, { role: 'owner' });
    expect(await open({ document: found, visitor, memberOf: [acme] })).toEqual(notFound);
  });

  test('does not exist for its creator after they left the organization', async () => {
    expect(await open({ document: found, visitor: session(creator, null) })).toEqual(notFound);
  });
});

describe('a personal document', () => {
  test.for(['private', 'organization'] as const)('(%s) is shown to its creator alone', async (level) => {
    const found = document(level, null);

    for (const acting of [null, acme])
      expect(await open({ document: found, visitor: session(creator, acting) })).toEqual(shown);
    for (const acting of [null, acme])
      expect(await open({ document: found, visitor: session(colleague, acting), memberOf: [acme] })).toEqual(
        notFound,
      );
  });
});

describe('a document that does not exist', () => {
  test('takes the same look-ups as one that is not shown', async () => {
    expect(await open({ document: undefined, visitor: session(colleague, acme) })).toEqual(notFound);
  });
});

describe('names of people are shown', () => {
  const named = (found: ReturnType<typeof document>, visitor: Visitor | null) =>
    isAmongColleagues(found, visitor, async (id, organization) =>
      id === colleague && organization === acme ? 'member' : undefined,
    );

  test.for([
    ['a member', session(colleague, acme), true],
    ['a member whose session acts elsewhere', session(colleague, other), true],
    ['a key that acts there', apiKey(colleague, acme), true],
    ['a key that acts elsewhere, of a member', apiKey(colleague, other), false],
    ['someone who has left', session(newId('user'), acme, { role: null }), false],
    ['someone of another organization', session(newId('user'), other), false],
    ['someone of no organization', session(newId('user'), null), false],
    ['someone who is not signed in', null, false],
  ] as const)('on a public document, to %s: %s', async ([_, visitor, expected]) => {
    expect(await named(document('public'), visitor)).toBe(expected);
  });

  test('on other documents, to visitors who may open them', async () => {
    expect(await named(document('organization'), session(colleague, other))).toBe(true);
  });
});

describe('an API key', () => {
  test('opens what the API would show, and nothing of other organizations of its owner', async () => {
    const found = document('organization');

    expect(await open({ document: found, visitor: apiKey(colleague, acme) })).toEqual(shown);
    for (const visitor of [apiKey(colleague, other), apiKey(colleague, null)])
      expect(await open({ document: found, visitor, memberOf: [acme] })).toEqual(notFoundForKey);
    expect(await open({ document: undefined, visitor: apiKey(colleague, acme) })).toEqual(notFoundForKey);
  });
});
