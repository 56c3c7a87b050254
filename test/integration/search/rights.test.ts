import { describe, expect, test } from 'vitest';
import { dayMilliseconds } from '../../../shared/contract/days.ts';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { PolicyId } from '../../../shared/contract/identifiers.ts';
import type { AccessLevelInRoom } from '../../../shared/contract/resources/room.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { ShareRules } from '../../../shared/contract/resources/shareRules.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { acknowledge } from '../../../shared/data/reading/acknowledgements.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { ruleKinds } from '../../../shared/policies/ruleKinds.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { forDocument, storedRoom } from '../../support/rooms/storedRoom.ts';
import { searchStage, storeWritten } from '../../support/search/searchStage.ts';

/**
 * What callers find, row by row. `text`: the text finds it, with a snippet. `page`: the text finds it, without a snippet. `title`: only the
 * title finds it. `404`: a search that names it is answered so.
 */
type Found = 'text' | 'page' | 'title' | 'nothing';
type ById = 'text' | 'page' | '404';

const { call, engine, index, all, search, table, catchUp } = await searchStage();

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
    ['organization', 'owner', 'owner', 'text', 'text'],
    ['organization', 'owner', 'admin', 'text', 'text'],
    ['organization', 'owner', 'member', 'text', 'text'],
    ['organization', 'owner', 'guest', 'nothing', '404'],
    ['organization', 'owner', 'elsewhere', 'nothing', '404'],
    ['public', 'owner', 'member', 'text', 'text'],
    ['public', 'owner', 'guest', 'nothing', '404'],
    ['public', 'owner', 'elsewhere', 'nothing', '404'],
    ['private', 'member', 'member', 'text', 'text'],
    ['private', 'member', 'owner', 'nothing', '404'],
    ['private', 'member', 'admin', 'nothing', '404'],
    ['private', 'member', 'colleague', 'nothing', '404'],
    ['private', 'member', 'guest', 'nothing', '404'],
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
  [{ require_sign_in: true }, 'text', 'text'],
  [{ allowed_email_domains: ['people.example'] }, 'title', 'text'],
  [{ allowed_email_domains: ['others.example'] }, 'nothing', '404'],
  [{ allowed_emails: ['me'] }, 'title', 'text'],
  [{ allowed_emails: ['nobody@others.example'] }, 'nothing', '404'],
  [{ acknowledgement: 'I keep it to myself.' }, 'title', '404'],
  [{ acknowledgement: 'I keep it to myself.' }, 'title', 'text', 'member'],
  [{ acknowledgement: 'I keep it to myself.', watermark: true }, 'title', 'page', 'member'],
  [{ expires_at: later }, 'title', 'text'],
  [{ expires_after_days: 1 }, 'title', 'text'],
  [{ watermark: true }, 'page', 'page'],
  [{ view_only: true }, 'page', 'page'],
  [{ view_only: true, expires_at: later }, 'title', 'page'],
  [{ retain_until: later }, 'text', 'text'],
  [{ retain_for_days: 1 }, 'text', 'text'],
  [{ legal_hold: true }, 'text', 'text'],
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

  test('of its own document do not bind a member', async () => {
    const rules = { allowed_emails: ['nobody@others.example'], view_only: true };
    const { document } = await stored({ creator: 'member', rules });

    expect(await finds(member.by)).toBe('text');
    expect(await findsIn(document.id, member.by)).toBe('text');
    expect(await finds(colleague.by)).toBe('nothing');
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

describe('shares', () => {
  const share = async (document_id: string, to: Name, rules: ShareRules = {}, more: object = {}) => {
    const json = { email: people[to].caller.email, send_mail: false, rules, ...more };
    const answer = await call.createDocumentShare({ ...owner.by, path: { document_id }, json });
    expect(answer.status).toBe(201);
    // The list of what is shared with somebody lags.
    await catchUp();
    return answer.body;
  };

  test.for<readonly [ShareRules, Rules | undefined, Found, ById, accepts?: true]>([
    [{}, undefined, 'text', 'text'],
    [{ view_only: true }, undefined, 'page', 'page'],
    [{ watermark: true }, undefined, 'page', 'page'],
    [{ acknowledgement: 'I return it.' }, undefined, 'title', '404'],
    [{ acknowledgement: 'I return it.' }, undefined, 'title', 'text', true],
    [{}, { watermark: true }, 'page', 'page'],
    [{}, { acknowledgement: 'I keep it to myself.' }, 'title', '404'],
    [{}, { expires_at: later }, 'title', 'text'],
    [{}, { allowed_email_domains: ['others.example'] }, 'nothing', '404'],
    [{ view_only: true }, { expires_at: later }, 'title', 'page'],
  ])('with %j, of a document with %j: a guest finds %s, by its id %s', async (row) => {
    const [shareRules, rules, found, byId, accepts] = row;
    const { document } = await stored({ access: 'private', ...(rules && { rules }) });
    const { id } = await share(document.id, 'guest', shareRules);
    if (accepts && shareRules.acknowledgement)
      await transact([
        acknowledge(
          document.id,
          { user_id: guest.caller.id },
          { policy_id: null, text: shareRules.acknowledgement, share: id },
          Date.now(),
        ),
      ]);

    expect(await finds(guest.by)).toBe(found);
    expect(await findsIn(document.id, guest.by)).toBe(byId);
    expect(await finds(elsewhere.by)).toBe('nothing');
  });

  test('open nothing to an address that is not proven, nor after their end', async () => {
    const { document } = await stored({ access: 'organization' });
    await share(document.id, 'unproven');
    const { id } = await share(document.id, 'guest');

    expect(await finds(unproven.by)).toBe('nothing');
    expect(await findsIn(document.id, unproven.by)).toBe('404');
    expect(await finds(guest.by)).toBe('text');
    await call.deleteDocumentShare({ ...owner.by, path: { document_id: document.id, share_id: id } });
    expect(await finds(guest.by)).toBe('nothing');
    expect(await findsIn(document.id, guest.by)).toBe('404');
  });

  test('of another organization are for sessions and unbound keys, and of public documents without their rules', async () => {
    const { document } = await stored({ access: 'public' });
    await share(document.id, 'elsewhere', { view_only: true, acknowledgement: 'I return it.' });

    expect(await finds(elsewhere.by)).toBe('nothing');
    expect(await findsIn(document.id, elsewhere.by)).toBe('404');
    const session = { as: null, headers: (await storedSession(elsewhere.caller)).headers } as const;
    expect(await finds(session)).toBe('text');
    expect(await findsIn(document.id, session)).toBe('text');
  });

  test('of private documents end while the creator is no member', async () => {
    const { document } = await stored({ access: 'private', creator: 'leaver' });
    const json = { email: guest.caller.email, send_mail: false };
    await call.createDocumentShare({ ...leaver.by, path: { document_id: document.id }, json });
    await catchUp();
    expect(await finds(guest.by)).toBe('text');

    await call.removeMember({ ...owner.by, path: { user_id: memberIdOf(leaver.caller) } });
    expect(await finds(guest.by)).toBe('nothing');
  });
});

describe('rooms', () => {
  interface InRoom extends Given {
    /** The level of the guest. Default: `download` */
    readonly level?: AccessLevelInRoom;
    readonly gate?: Rules;
    readonly accepts?: true;
    readonly isDraft?: true;
  }

  /** A room with one document, into which a guest and a member may come. */
  async function roomWith({ level = 'download', gate, accepts, isDraft, ...given }: InRoom) {
    const { document } = await stored(given);
    const room = await storedRoom(owner.caller, { documents_at_top: 1 });
    const placed = await room.addDocument(document.id, {
      ...(isDraft && { state: 'draft' }),
      ...(document.access_level === 'private' && { private_of: document.created_by.id }),
    });
    for (const { caller } of [guest, member]) await room.grant({ email: caller.email ?? '' }, level);
    if (gate) {
      const json = { name: `Gate ${crypto.randomUUID()}`, rules: gate };
      const policy = (await call.createPolicy({ ...owner.by, json })).body;
      await room.addToGate(policy);
      if (accepts && gate.acknowledgement)
        for (const { caller } of [guest, member])
          await transact([
            acknowledge(
              room.id,
              { user_id: caller.id },
              { policy_id: policy.id, text: gate.acknowledgement },
              Date.now(),
            ),
          ]);
    }
    return { document, room, placed, query: { room_id: room.id } };
  }

  test.for<readonly [InRoom, Found | '404', ById, byOwner: Found]>([
    [{}, 'text', 'text', 'text'],
    [{ level: 'view' }, 'page', 'page', 'text'],
    [{ access: 'private' }, 'text', 'text', 'text'],
    [{ access: 'private', creator: 'colleague' }, 'text', 'text', 'text'],
    [{ access: 'private', creator: 'colleague', rules: { expires_at: later } }, 'title', 'text', 'title'],
    [{ isDraft: true }, 'nothing', '404', 'text'],
    [{ rules: { expires_at: later } }, 'title', 'text', 'text'],
    [{ rules: { watermark: true } }, 'page', 'page', 'text'],
    [{ rules: { acknowledgement: 'I keep it.' } }, 'title', '404', 'text'],
    [{ rules: { allowed_emails: ['nobody@others.example'] } }, 'nothing', '404', 'text'],
    [{ gate: { view_only: true } }, 'page', 'page', 'text'],
    [{ gate: { expires_at: later } }, 'text', 'text', 'text'],
    [{ gate: { expires_at: past } }, '404', '404', 'text'],
    [{ gate: { acknowledgement: 'I return it.' } }, '404', '404', 'text'],
    [{ gate: { acknowledgement: 'I return it.' }, accepts: true }, 'text', 'text', 'text'],
    [{ gate: { acknowledgement: 'I return it.', watermark: true }, accepts: true }, 'page', 'page', 'text'],
    [{ gate: { allowed_email_domains: ['others.example'] } }, '404', '404', 'text'],
  ])('%j: readers find %s, by its id %s, and the owner %s', async ([given, found, byId, byOwner]) => {
    const { document, query } = await roomWith(given);
    const missing = refused('resource_not_found', 'room_id');
    for (const { by } of [guest, member]) {
      if (found === '404') {
        expect(await search('zebra', { ...by, query })).toMatchObject(missing);
        expect(await search('zebra', { ...by, query: { ...query, document_id: document.id } })).toMatchObject(
          missing,
        );
        continue;
      }
      expect(await finds(by, query)).toBe(found);
      expect(await findsIn(document.id, by, query)).toBe(byId);
    }
    expect(await finds(owner.by, query)).toBe(byOwner);
    // Without the room, the guest finds nothing of it.
    expect(await finds(guest.by)).toBe('nothing');
    expect(await findsIn(document.id, guest.by)).toBe('404');
    for (const { by } of [elsewhere, unproven])
      expect(await search('zebra', { ...by, query })).toMatchObject(missing);
  });

  test('name the document as the room shows it', async () => {
    const { document, room, query } = await roomWith({});

    const [hit] = await all('zebra', { ...guest.by, query });
    expect(hit).toMatchObject({ document_id: document.id, room_id: room.id });
    expect(hit?.service_url).toMatch(new RegExp(`/d/${document.id}\\?room=${room.id}$`));
  });

  test('show readers of one document this document only', async () => {
    const { document, room, query } = await roomWith({ level: 'none' });
    const { document: other } = await stored({});
    const placed = await room.addDocument(other.id);
    await room.grant({ email: guest.caller.email ?? '' }, 'download', forDocument(placed));

    expect((await all('zebra', { ...guest.by, query })).map(({ document_id }) => document_id)).toEqual([
      other.id,
    ]);
    expect(await findsIn(document.id, guest.by, query)).toBe('404');
  });

  test('that are closed, and that do not exist, are not searched', async () => {
    const { room } = await roomWith({});
    const closed = await storedRoom(owner.caller, { state: 'closed', documents_at_top: 0 });
    await closed.grant({ email: guest.caller.email ?? '' }, 'download');
    for (const room_id of [closed.id, `room_${'0'.repeat(26)}`])
      expect(await search('zebra', { ...guest.by, query: { room_id } })).toMatchObject(
        refused('resource_not_found', 'room_id'),
      );
    expect(await finds(owner.by, { room_id: closed.id })).toBe('nothing');
    expect(await finds(owner.by, { room_id: room.id })).toBe('text');
  });
});
