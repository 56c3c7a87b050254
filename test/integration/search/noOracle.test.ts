import { expect, test } from 'vitest';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { ShareRules } from '../../../shared/contract/resources/shareRules.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import type { PlacedDocument } from '../../../shared/data/rooms/items.ts';
import {
  byKey,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { type StoredRoom, storedRoom } from '../../support/rooms/storedRoom.ts';
import { entriesOf, searchStage, storeWritten, type Written } from '../../support/search/searchStage.ts';

/**
 * Nobody can find out which words stand in a text that they may not read. A search is the same whether or not a hidden document has the
 * words: the request to the engine, the answer, and the number of requests to the stores.
 */
const stage = await searchStage();
const { call, engine, index, search, catchUp } = stage;

const proven = { proven_at: new Date().toISOString() };

interface Hidden {
  readonly who: 'member' | 'guest' | 'elsewhere';
  /** Default: `organization` */
  readonly access?: AccessLevel;
  readonly rules?: Rules;
  readonly share?: ShareRules;
  /** How the document stands in a room, into which the guest may come. */
  readonly placed?: Partial<PlacedDocument> | 'without access';
  /** Whether its title is found, so that the engine is asked for it by its version. */
  readonly isFoundByTitle?: true;
  /** Whether the index has the document as it was before it was hidden. Searches name it to the engine, which leaves it out. */
  readonly isStale?: true;
}

const text = { acknowledgement: 'I keep it.' };
const others = { allowed_emails: ['nobody@others.example'] };
const isFoundByTitle = true;
const isStale = true;

const kinds: Readonly<Record<string, Hidden>> = {
  'a text to accept': { who: 'member', rules: text },
  'other readers': { who: 'member', rules: others },
  'a private document of somebody else': { who: 'member', access: 'private' },
  'a public document of another organization': { who: 'elsewhere', access: 'public' },
  'a document that is not shared': { who: 'guest' },
  'a share with a text to accept': { who: 'guest', share: text, isFoundByTitle },
  'a draft in a room': { who: 'guest', placed: { state: 'draft' } },
  'a document of a room without access to it': { who: 'guest', placed: 'without access' },
  'a document of a room with a text to accept': { who: 'guest', placed: {}, rules: text, isFoundByTitle },
  'a text to accept that the index does not know': { who: 'member', rules: text, isStale },
  'a document that the index does not know as private': { who: 'member', access: 'private', isStale },
  'other readers in a room that the index does not know': {
    who: 'guest',
    placed: {},
    rules: others,
    isStale,
  },
};

/** An organization with documents that everybody of the scene finds, in which one is hidden. */
async function scene({ who, access = 'organization', rules, share, placed, isStale }: Hidden) {
  const { id: organization_id, owner } = await storedOrganization();
  const guest = await storedPerson(proven);
  const callers: Readonly<Record<Hidden['who'], CallerItem>> = {
    member: await storedMember(organization_id, 'member', proven),
    guest,
    elsewhere: await storedMember((await storedOrganization()).id, 'member', proven),
  };
  const byOwner = await byKey(owner);
  const room = placed && (await storedRoom(owner, { documents_at_top: 4 }));
  const created_by = { id: owner.id, type: 'user_account', name: owner.name } as const;
  const isGuest = who === 'guest' || who === 'elsewhere';
  const shareWith = async ({ document: { id } }: Written, given: ShareRules) => {
    const json = { email: callers[who].email, send_mail: false, rules: given };
    await call.createDocumentShare({ ...byOwner, path: { document_id: id }, json });
  };
  const policy_id =
    rules && (await call.createPolicy({ ...byOwner, json: { name: 'Policy', rules } })).body.id;
  for (let index = 0; index < 3; index++) {
    const given = { organization_id, title: 'Lease', description: null, created_by };
    const visible = await storeWritten(given, ['The zebra of the herd']);
    engine.put(...entriesOf(visible));
    if (room) await addTo(room, visible, guest);
    else if (isGuest) await shareWith(visible, {});
  }
  const { headers } = await storedApiKey(callers[who], isGuest ? { organization_id: null } : {});
  return {
    ask: () =>
      search('zebra', {
        as: null,
        headers,
        query: { limit: '2', ...(room && { room_id: room.id }) },
      }),
    async hide(): Promise<{ readonly written: Written; readonly policies: readonly PolicyId[] }> {
      const access_level = isStale ? 'organization' : access;
      const given = { organization_id, title: 'Lease', description: null, access_level, created_by };
      const written = await storeWritten(given, ['none']);
      const path = { document_id: written.document.id };
      if (access !== access_level)
        await call.setDocumentAccessLevel({ ...byOwner, path, json: { access_level: access } });
      if (policy_id) await call.attachDocumentPolicy({ ...byOwner, path, json: { policy_id } });
      if (share) await shareWith(written, share);
      if (room && placed) await addTo(room, written, guest, placed);
      await catchUp();
      const policies = policy_id && !isStale ? [policy_id] : [];
      if (isStale) engine.put(...entriesOf(written));
      else await index(written, policies);
      return { written, policies };
    },
  };
}

async function addTo(
  room: StoredRoom,
  { document }: Written,
  { email }: CallerItem,
  placed: Hidden['placed'] = {},
): Promise<void> {
  const { added } = await room.addDocument(document.id, placed === 'without access' ? {} : placed);
  if (placed === 'without access') return;
  const item = { item_id: `itm_${document.id.slice(4)}`, item_added: added } as const;
  await room.grant({ email: email ?? '' }, 'download', item);
}

/** What can be seen of a search from outside, and what it costs. */
async function observed(ask: () => ReturnType<typeof search>) {
  engine.searches.length = 0;
  let requests = 0;
  const { dynamodb, s3 } = stage.lines;
  const count = () => {
    requests += 1;
    return undefined;
  };
  Object.assign(dynamodb, { faultOf: count });
  Object.assign(s3, { faultOf: count });
  try {
    const { status, body } = await ask();
    return { status, body, requests, asked: structuredClone(engine.searches) };
  } finally {
    dynamodb.mend();
    s3.mend();
  }
}

// Threat: A search tells which words stand in a file that the searcher may not read
test.for(Object.entries(kinds))('%s: words of the text change nothing', async ([, kind]) => {
  const { ask, hide } = await scene(kind);
  await catchUp();
  // The authorizer keeps what it has read of the caller.
  await ask();

  const before = await observed(ask);
  const { written, policies } = await hide();
  const without = await observed(ask);
  engine.put(...entriesOf({ ...written, pages: ['The zebra of the herd', 'zebra'] }, policies));
  const withWords = await observed(ask);

  expect(withWords).toEqual(without);
  expect(without.status).toBe(200);
  expect(without.body).toEqual(before.body);
  expect(without.asked).toHaveLength(1);
  if (!kind.isFoundByTitle && !kind.isStale) expect(without.asked).toEqual(before.asked);
  expect(JSON.stringify(before.body)).toContain('zebra');
});
