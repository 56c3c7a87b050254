import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import type { SearchHit } from '../../../shared/contract/resources/searchHit.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { refused } from '../../support/refusals.ts';
import {
  type Paper,
  type RandomRoom,
  randomRoom,
  type Visitor,
  visitors,
} from '../../support/rooms/randomRoom.ts';
import { type Headers, storeCast, storeGroups, storeRoom } from '../../support/rooms/storedRandomRoom.ts';
import { atTheDoor, readerOf, whatTheySee } from '../../support/rooms/whatTheySee.ts';
import {
  type DrawnDocument,
  type Governed,
  type Indexed,
  randomDocuments,
  randomGoverned,
} from '../../support/search/randomDocuments.ts';
import { searchStage } from '../../support/search/searchStage.ts';
import {
  storeDocument,
  storePaper,
  storePolicies,
  textOf,
  wordOf,
} from '../../support/search/storedRandomDocuments.ts';
import { type Finds, foundInRoom, foundWithoutRoom, nothing } from '../../support/search/whatTheyFind.ts';

/** Each run draws other documents. With SEARCH_SEED, it draws those of an earlier run. */
const seed = Number(process.env.SEARCH_SEED ?? randomInt(2 ** 30));
/** The number of pairs of a caller and a document, without those of rooms. */
const pairs = Number(process.env.SEARCH_PAIRS ?? 200);
const documentsOfOrganization = Math.min(50, Math.ceil(pairs / visitors.length));
const roomsOfOrganization = pairs > 1000 ? 3 : 1;

const stage = await searchStage();
const { call, engine, all, search } = stage;
/** With SEARCH_ENGINE=local, the engine of the local host finds the words, and not the one of the tests. */
const index =
  process.env.SEARCH_ENGINE === 'local'
    ? stage.useLocalEngine()
    : async (entries: readonly IndexEntry[]) => engine.put(...entries);

type Query = Readonly<Record<string, string>>;

/** What a search should find of a document. */
interface Expected {
  readonly id: DocumentId;
  readonly title: string;
  readonly finds: Finds;
  /** What it finds at most if the index has an earlier state. Default: the same */
  readonly atMost?: Finds;
  readonly indexed: Indexed;
  readonly about: DrawnDocument;
}

/** Names visitors only. */
const text = (about: object): string =>
  JSON.stringify(about, (_, value) => (value?.isPerson === undefined ? value : value.name));

/** Compares what a visitor finds of all documents with what they should. */
async function compare(headers: Headers, query: Query, expected: readonly Expected[], context: string) {
  const by = { as: null, headers, query } as const;
  const hits = {
    title: await all(wordOf.title, by),
    description: await all(wordOf.description, by),
    text: await all(wordOf.text, by),
  };
  for (const hit of Object.values(hits).flat()) {
    expect(hit.room_id, context).toBe(query.room_id ?? null);
    const path = `/d/${hit.document_id}${query.room_id ? `?room=${query.room_id}` : ''}`;
    expect(hit.service_url, context).toBe(stage.credentials.base_url + path);
  }
  for (const one of expected) compareOne(one, hits, context);
  const known = new Set<string>(expected.map(({ id }) => id));
  const others = Object.values(hits)
    .flat()
    .filter(({ document_id }) => !known.has(document_id));
  expect(others, context).toEqual([]);
}

function compareOne(
  { id, title, finds, atMost = finds, indexed, about }: Expected,
  hits: Readonly<Record<'title' | 'description' | 'text', readonly SearchHit[]>>,
  context: string,
): void {
  const [byTitle, byDescription, byText] = [hits.title, hits.description, hits.text].map((items) =>
    items.filter(({ document_id }) => document_id === id),
  );
  const actual = {
    title: byTitle?.length === 1,
    text: byText?.length === 1,
    quotes: byText?.[0] ? byText[0].snippet !== null : false,
  };
  const message = text({ context, title, indexed, actual, finds, about });
  const described = byDescription?.length === 1;
  if (indexed === 'as it is') {
    expect(actual, message).toEqual(finds);
    expect(described, message).toBe(finds.text);
  } else {
    // A stale index can hide a document. It shows nothing that should not be there.
    for (const part of ['title', 'text', 'quotes'] as const)
      if (actual[part]) expect(atMost[part], message).toBe(true);
    if (described) expect(atMost.text, message).toBe(true);
  }
  for (const hit of [...(byTitle ?? []), ...(byDescription ?? [])])
    expect([hit.title, hit.page, hit.snippet], message).toEqual([title, null, null]);
  for (const { page, snippet } of byText ?? []) {
    expect(page, message).toBe(1);
    if (snippet) expect(snippet.map((piece) => piece.text).join(''), message).toBe(textOf(title));
  }
}

/** Compares a search that names a document with what it should find. */
async function compareWithin(
  headers: Headers,
  query: Query,
  { id, title, finds, indexed, about }: Expected,
  context: string,
): Promise<void> {
  const answer = await search(wordOf.text, { as: null, headers, query: { ...query, document_id: id } });
  const message = text({ context, title, indexed, finds, about, error: answer.error });
  // A document without a ready version may be open, and has no text.
  if (about.content === 'unready' && answer.status === 200) return expect(answer.body.items).toEqual([]);
  if (!finds.text) return expect(answer, message).toMatchObject(refused('resource_not_found', 'document_id'));
  const { items } = answer.body;
  if (indexed === 'as its text was before') expect(items, message).toEqual([]);
  else expect(items, message).toMatchObject([{ document_id: id, page: 1, title }]);
  for (const { snippet } of items) expect(snippet !== null, message).toBe(finds.quotes);
}

/** A document of a room, as one that stands in no room. */
const asDrawn = (paper: Paper, governed: Governed & { readonly indexed: Indexed }): DrawnDocument => ({
  ...governed,
  name: paper.name,
  creator: creatorOf(paper),
  isPersonal: false,
  access: paper.privateOf ? 'private' : 'organization',
  shares: [],
  content: paper.content,
});

const creatorOf = ({ privateOf }: Paper): Visitor => privateOf ?? visitors[0];

async function storedOrganization(first: number) {
  const cast = await storeCast(call);
  const now = Date.now() + 1;
  const { documents, groups, policies } = randomDocuments(first, documentsOfOrganization);
  await storeGroups(call, groups, cast);
  const rooms: {
    readonly room: RandomRoom;
    readonly papers: ReadonlyMap<DocumentId, Paper>;
    readonly id: string;
  }[] = [];
  for (let index = 0; index < roomsOfOrganization; index++) {
    const room = randomRoom(first + index);
    const records = await storeRoom(call, room, cast, now);
    rooms.push({ room, papers: records.papers, id: records.frame.room.id });
  }
  const stored = await storePolicies(policies, cast, stage.table, now);
  const drawn = new Map<DocumentId, DrawnDocument>();
  for (const document of documents) {
    const { document: item, entries } = await storeDocument(document, stored, cast, now);
    drawn.set(item.id, document);
    await index(entries);
  }
  const governed = randomGoverned(first, policies);
  for (const { papers } of rooms)
    for (const [id, paper] of papers) {
      const ruled = governed();
      const found = await storePaper(id, ruled, stored, cast, now);
      drawn.set(id, asDrawn(paper, ruled));
      if (found) await index(found.entries);
    }
  for (const group of groups)
    if (group.isDeleted)
      await call.deleteGroup({
        headers: cast.headersOf(visitors[1]),
        path: { group_id: cast.idOfGroup(group) },
      });
  await stage.catchUp();
  return { cast, rooms, drawn };
}

const organizations = Math.ceil(pairs / (documentsOfOrganization * visitors.length));

// Threat: A search tells which words stand in a file that the searcher may not read
test.for(Array.from({ length: organizations }, (_, index) => seed + index * roomsOfOrganization))(
  'searches find what the reference says: SEARCH_SEED=%i',
  async (first) => {
    const { cast, rooms, drawn } = await storedOrganization(first);
    for (const visitor of visitors) {
      const headers = cast.headersOf(visitor);
      const expectedBy = (
        finds: (document: DrawnDocument, id: DocumentId) => Finds,
        atMost = finds,
      ): Expected[] =>
        [...drawn].map(([id, document]) => ({
          id,
          title: document.name,
          finds: finds(document, id),
          atMost: atMost(document, id),
          indexed: document.indexed,
          about: document,
        }));

      const context = `${visitor.name} of ${first}`;
      const by = (how: Parameters<typeof foundWithoutRoom>[2]) => (document: DrawnDocument) =>
        foundWithoutRoom(document, visitor, how);
      await compare(headers, {}, expectedBy(by('by words'), by('misled')), context);
      for (const one of expectedBy(by('by id'))) await compareWithin(headers, {}, one, context);

      for (const { room, papers, id: room_id } of rooms) {
        const door = atTheDoor(room, visitor);
        if (door !== 'managed' && door !== 'open') {
          const answer = await search(wordOf.text, { as: null, headers, query: { room_id } });
          expect(answer, `${context} ${door}`).toMatchObject(refused('resource_not_found', 'room_id'));
          continue;
        }
        const seen = whatTheySee(room, door === 'managed' ? 'manager' : readerOf(visitor));
        const inRoom = (isNamed: boolean) => (document: DrawnDocument, id: DocumentId) => {
          const paper = papers.get(id);
          const sight = paper && seen.find(({ name }) => name === paper.name);
          if (!paper || !sight || paper.content !== 'ready') return nothing;
          const { access } = sight;
          const isPrivate = paper.privateOf !== null;
          return foundInRoom(room, { ...document, isPrivate, access }, visitor, isNamed);
        };
        await compare(headers, { room_id }, expectedBy(inRoom(false)), `${context} in ${room.seed}`);
        for (const one of expectedBy(inRoom(true)))
          if (papers.has(one.id))
            await compareWithin(headers, { room_id }, one, `${context} in ${room.seed}`);
      }
    }
  },
);
