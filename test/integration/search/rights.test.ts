import { describe, expect, test } from 'vitest';
import { dayMilliseconds } from '../../../shared/contract/days.ts';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { acknowledge } from '../../../shared/data/reading/acknowledgements.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { ruleKinds } from '../../../shared/policies/ruleKinds.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import { storedApiKey, storedMember, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { searchStage, storeWritten } from '../../support/search/searchStage.ts';

/**
 * What callers find, row by row. `text`: the text finds it, with a snippet. `page`: the text finds it, without a snippet. `title`: only the
 * title finds it. `404`: a search that names it is answered so.
 */
type Found = 'text' | 'page' | 'title' | 'nothing';
type ById = 'text' | 'page' | '404';

const { call, engine, index, all, search, table } = await searchStage();

const organization = await storedOrganization();
const { id: organization_id } = organization;
const proven = { proven_at: new Date().toISOString() };
const keyOf = async (caller: CallerItem, bound = true): Promise<CallRequest> => ({
  as: null,
  headers: (await storedApiKey(caller, bound ? {} : { organization_id: null })).headers,
});
const personOf = async (caller: CallerItem, bound = true) => ({ caller, by: await keyOf(caller, bound) });

const owner = await personOf(organization.owner);
const admin = await personOf(await storedMember(organization_id, 'admin', proven));
const member = await personOf(await storedMember(organization_id, 'member', proven));
const colleague = await personOf(await storedMember(organization_id, 'member', proven));
const guest = await personOf(await storedPerson(proven), false);
const unproven = await personOf(await storedPerson({ proven_at: '2020-01-01T00:00:00Z' }), false);
const elsewhere = await personOf(await storedMember((await storedOrganization()).id, 'owner', proven));
/** They leave the organization in a test. */
const leaver = await personOf(await storedMember(organization_id, 'member', proven));
const people = { owner, admin, member, colleague, leaver, guest, unproven, elsewhere };
type Name = keyof typeof people;

const text = 'The secret zebra of the herd';

interface Given {
  /** Default: `organization` */
  readonly access?: AccessLevel;
  /** Default: owner */
  readonly creator?: Name;
  readonly rules?: Rules;
  /** Default: nobody accepted the texts of `rules` */
  readonly acceptedBy?: Name;
}

async function stored({ access = 'organization', creator = 'owner', rules, acceptedBy }: Given) {
  const { id, name } = people[creator].caller;
  const created_by = { id, type: 'user_account', name } as const;
  const given = {
    organization_id,
    title: 'Lease',
    description: 'About zebras',
    access_level: access,
    created_by,
  };
  const written = await storeWritten(given, ['A first page', text]);
  const { document } = written;
  const policies: PolicyId[] = [];
  if (rules) {
    const json = { name: `Policy ${crypto.randomUUID()}`, rules: ruled(rules) };
    const { id: policy_id } = (await call.createPolicy({ ...owner.by, json })).body;
    const path = { document_id: document.id };
    expect(
      (await call.attachDocumentPolicy({ ...people[creator].by, path, json: { policy_id } })).status,
    ).toBe(200);
    policies.push(policy_id);
    if (acceptedBy && rules.acknowledgement)
      await transact([
        acknowledge(
          document.id,
          { user_id: people[acceptedBy].caller.id },
          { policy_id, text: rules.acknowledgement },
          Date.now(),
        ),
      ]);
  }
  await index(written, policies);
  return { document, policies };
}

/** `me` in a rule is the address of the member. */
const ruled = (rules: Rules): Rules => ({
  ...rules,
  ...(rules.allowed_emails?.includes('me') && { allowed_emails: [member.caller.email ?? ''] }),
});

/** Returns what somebody finds of the only document. */
async function finds(by: CallRequest, query: Readonly<Record<string, string>> = {}): Promise<Found> {
  const hits = async (q: string) => all(q, { ...by, query });
  const [byTitle, byText, byDescription] = [
    await hits('lease'),
    await hits('secret zebra'),
    await hits('about zebras'),
  ];
  expect(byTitle.every(({ page, snippet }) => page === null && snippet === null)).toBe(true);
  // Descriptions count as text.
  expect(byDescription).toHaveLength(byText.length);
  const [hit] = byText;
  if (!hit) return byTitle.length > 0 ? 'title' : 'nothing';
  expect(byTitle).toHaveLength(1);
  return hit.snippet === null ? 'page' : 'text';
}

/** Returns what somebody finds in the document. */
async function findsIn(document_id: string, by: CallRequest, query: object = {}): Promise<ById> {
  const answer = await search('zebra secret', { ...by, query: { ...query, document_id } });
  if (answer.status === 404) {
    expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
    return '404';
  }
  expect(answer.body.items).toMatchObject([{ document_id, page: 2 }]);
  return answer.body.items[0]?.snippet ? 'text' : 'page';
}

describe('members and others', () => {
  test.for<readonly [AccessLevel, creator: Name, caller: Name, Found, ById]>([
    ['organization', 'owner', 'admin', 'text', 'text'],
    ['organization', 'owner', 'member', 'text', 'text'],
    ['organization', 'owner', 'guest', 'nothing', '404'],
    ['public', 'owner', 'guest', 'nothing', '404'],
    ['public', 'owner', 'elsewhere', 'nothing', '404'],
    ['private', 'member', 'member', 'text', 'text'],
    ['private', 'member', 'owner', 'nothing', '404'],
    ['private', 'member', 'admin', 'nothing', '404'],
    ['private', 'member', 'colleague', 'nothing', '404'],
  ])('of a document that is %s and made by the %s, the %s finds: %s, by its id: %s', async (row) => {
    const [access, creator, caller, found, byId] = row;
    const { document } = await stored({ access, creator });

    expect(await finds(people[caller].by)).toBe(found);
    expect(await findsIn(document.id, people[caller].by)).toBe(byId);
  });
});

const past = new Date(Date.now() - dayMilliseconds).toISOString();
const later = new Date(Date.now() + dayMilliseconds).toISOString();

const byRules: readonly (readonly [Rules, Found, ById, acceptedBy?: Name])[] = [
  [{}, 'text', 'text'],
  [{ allowed_email_domains: ['people.example'] }, 'title', 'text'],
  [{ allowed_email_domains: ['others.example'] }, 'nothing', '404'],
  [{ allowed_emails: ['me'] }, 'title', 'text'],
  [{ acknowledgement: 'I keep it to myself.' }, 'title', '404'],
  [{ acknowledgement: 'I keep it to myself.' }, 'title', 'text', 'member'],
  [{ acknowledgement: 'I keep it to myself.', watermark: true }, 'title', 'page', 'member'],
  [{ expires_at: later }, 'title', 'text'],
  [{ expires_after_days: 1 }, 'title', 'text'],
  [{ require_sign_in: true, retain_until: later }, 'text', 'text'],
  [{ retain_for_days: 1 }, 'text', 'text'],
  [{ legal_hold: true }, 'text', 'text'],
  [{ watermark: true }, 'page', 'page'],
  [{ view_only: true }, 'page', 'page'],
  [{ view_only: true, expires_at: later }, 'title', 'page'],
];

describe('rules', () => {
  test.for(byRules)('%j: a member finds %s, by its id %s', async ([rules, found, byId, acceptedBy]) => {
    const { document } = await stored({ rules, ...(acceptedBy && { acceptedBy }) });

    expect(await finds(member.by)).toBe(found);
    expect(await findsIn(document.id, member.by)).toBe(byId);
    for (const { by } of [owner, admin]) {
      expect(await finds(by)).toBe('text');
      expect(await findsIn(document.id, by)).toBe('text');
    }
    expect(await finds(guest.by)).toBe('nothing');
  });

  test('are tested for each kind', () => {
    const tested = new Set(byRules.flatMap(([rules]) => Object.keys(rules)));
    // A group and a lock need more than a row.
    expect(Object.keys(ruleKinds).filter((name) => !tested.has(name))).toEqual(['allowed_groups', 'locked']);
  });

  test('of groups, and of a later release', async () => {
    const group_id = (await call.createGroup({ ...owner.by, json: { name: 'Readers' } })).body.id;
    const { document } = await stored({ rules: { allowed_groups: [group_id] } });
    expect(await finds(member.by)).toBe('nothing');
    const json = { email: member.caller.email };
    expect((await call.createGroupEntry({ ...owner.by, path: { group_id }, json })).status).toBe(201);
    expect(await finds(member.by)).toBe('title');
    expect(await findsIn(document.id, member.by)).toBe('text');
    expect(await finds(colleague.by)).toBe('nothing');

    engine.reset();
    const later = await stored({ rules: { watermark: true } });
    const [policy_id = 'pol_'] = later.policies;
    await table.set({ ...policyKey(organization_id, policy_id) }, 'rules', { of_a_later_release: 1 });
    expect(await finds(member.by)).toBe('nothing');
    expect(await finds(owner.by)).toBe('text');
  });

  test('that a policy gets after the index knew it count at once, and so do archived policies', async () => {
    const { document, policies } = await stored({ rules: { retain_for_days: 1 } });
    const path = { policy_id: policies[0] ?? '' };
    expect(await finds(member.by)).toBe('text');

    const acknowledgement = 'I keep it to myself.';
    await call.updatePolicy({ ...owner.by, path, json: { rules: { acknowledgement }, archived: true } });
    expect(await finds(member.by)).toBe('title');
    expect(await findsIn(document.id, member.by)).toBe('404');

    await call.updatePolicy({ ...owner.by, path, json: { rules: { expires_at: past } } });
    expect(await finds(member.by)).toBe('nothing');
  });
});
