import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { markDocument } from '../../../shared/data/search/marks.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { newId, timeOf } from '../../../shared/data/table/ids.ts';
import { log } from '../../../shared/runtime/log.ts';
import { refused } from '../../support/refusals.ts';
import { entriesOf, searchStage, storeWritten } from '../../support/search/searchStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const stage = await searchStage();
const { engine, search, all, credentials } = stage;
beforeEach(() => stage.endMarks());
const { organization_id } = credentials;

const firstDay = '2026-01-02T00:00:00Z';
type Given = Partial<Parameters<typeof storeWritten>[0]>;

/** A document of the organization, of which the engine knows. */
async function written(pages: readonly string[], given: Given = {}) {
  const made = await storeWritten({ organization_id, title: 'Lease', description: null, ...given }, pages);
  engine.put(...entriesOf(made));
  return made;
}

const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value;

const idsOf = (items: readonly { readonly document_id: string }[]) =>
  items.map(({ document_id }) => document_id);

describe('a search', () => {
  test('finds a page by its text, with a snippet', async () => {
    const { document, version_id } = await written(['nothing here', 'The Tenant\npays the deposit.']);

    const { status, body } = await search('tenant deposit', { as: 'member' });

    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          document_id: document.id,
          version_id,
          title: 'Lease',
          service_url: `${credentials.base_url}/d/${document.id}`,
          page: 2,
          snippet: [
            { text: 'The ', hit: false },
            { text: 'Tenant', hit: true },
            { text: ' pays the ', hit: false },
            { text: 'deposit', hit: true },
            { text: '.', hit: false },
          ],
          room_id: null,
        },
      ],
      pagination: { next_cursor: '', has_more: false },
    });
  });

  test('finds a document once, by its title before its pages, and with document_id each of its pages', async () => {
    const { document } = await written(['a lease', 'none', 'the lease']);
    const description = await written(['none'], { title: 'Annex', description: 'of the lease' });

    const items = await all('lease', { as: 'member' });
    expect(new Set(idsOf(items))).toEqual(new Set([document.id, description.document.id]));
    expect(items).toHaveLength(2);
    expect(items.map(({ page, snippet }) => ({ page, snippet }))).toEqual([
      { page: null, snippet: null },
      { page: null, snippet: null },
    ]);
    const within = await all('lease', { as: 'member', query: { document_id: document.id } });
    expect(within.map(({ page }) => page)).toEqual([null, 1, 3]);
    expect(within.map(({ snippet }) => snippet?.map(({ text }) => text).join(''))).toEqual([
      undefined,
      'a lease',
      'the lease',
    ]);
    expect(await all('annex lease', { as: 'member' })).toMatchObject([{ title: 'Annex' }]);
  });

  test.for<readonly [Readonly<Record<string, string>>, string]>([
    [{ q: '' }, 'q'],
    [{ q: '-draft -"a b"' }, 'q'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ q: 'a', limit: '51' }, 'limit'],
    [{ q: 'a', room_id: 'room_1' }, 'room_id'],
    [{ q: 'a', document_id: 'doc_1' }, 'document_id'],
    [{ q: 'a', created_by: 'anna' }, 'created_by'],
    [{ q: 'a', created_after: firstDay, created_before: firstDay }, 'created_after'],
  ])('refuses %j', async ([query, param]) => {
    expect(await stage.call.search({ query })).toMatchObject(refused('invalid_value', param));
    expect(engine.searches).toEqual([]);
  });

  test('needs q, and knows its parameters', async () => {
    expect(await stage.call.search()).toMatchObject(refused('missing_required_field', 'q'));
    expect(await search('a', { query: { title: 'a' } })).toMatchObject(refused('unknown_field', 'title'));
    expect((await search(`${'𠮷'.repeat(200)}`)).status).toBe(200);
  });

  test('finds documents of a creator and of a time', async () => {
    const { document } = await written(['rent']);
    const { id: creator } = document.created_by;
    const at = (more: number) => new Date(timeOf(document.id) + more).toISOString();
    const found = async (query: Readonly<Record<string, string>>) => (await all('rent', { query })).length;

    expect(await found({ created_by: creator })).toBe(1);
    expect(await found({ created_by: `usr_${ulidOf(creator)}` })).toBe(1);
    expect(await found({ created_by: credentials.user_ids.member })).toBe(0);
    expect(await found({ created_after: at(-1), created_before: at(1) })).toBe(1);
    expect(await found({ created_after: at(0) })).toBe(0);
    expect(await found({ created_before: at(0) })).toBe(0);
    expect(await found({ created_before: at(0).replace('Z', '1Z') })).toBe(1);
  });

  test('has pages, whose cursors are for the same search of the same caller', async () => {
    const made = [];
    for (let index = 0; index < 7; index++) made.push(await written([`rent ${index}`]));

    const first = (await search('rent', { as: 'member', query: { limit: '3' } })).body;
    expect(first.items).toHaveLength(3);
    expect(first.pagination.has_more).toBe(true);
    const items = await all('rent', { as: 'member' }, 3);
    expect(new Set(idsOf(items))).toEqual(new Set(made.map(({ document }) => document.id)));
    expect(items).toHaveLength(7);
    const { next_cursor: cursor } = first.pagination;
    const refusal = refused('invalid_cursor', 'cursor');
    expect((await search('rent', { as: 'member', query: { cursor, limit: '5' } })).body.items).toHaveLength(
      4,
    );
    expect(await search('rents', { as: 'member', query: { cursor } })).toMatchObject(refusal);
    expect(await search('rent', { as: 'owner', query: { cursor } })).toMatchObject(refusal);
    const document_id = made[0]?.document.id ?? '';
    expect(await search('rent', { as: 'member', query: { cursor, document_id } })).toMatchObject(refusal);
    expect(await search('rent', { as: 'member', query: { cursor: 'AAAA' } })).toMatchObject(refusal);
  });

  test('leaves out what is not so any more, and goes on', async () => {
    const [gone, other, changed, kept] = [
      await written(['rent one']),
      await written(['rent two'], { title: 'Other' }),
      await written(['rent three']),
      await written(['rent four']),
    ];
    // The engine has words that the document does not have, and a version that is not the current one.
    engine.put(...entriesOf({ ...changed, pages: ['rent and more'] }));
    engine.put(...entriesOf({ ...other, version_id: `ver_${'0'.repeat(26)}` }));
    engine.put(...entriesOf({ ...gone, document: { ...gone.document, id: `doc_${'0'.repeat(26)}` } }));

    expect(new Set(idsOf(await all('rent', {}, 1)))).toEqual(
      new Set([gone, changed, kept].map(({ document }) => document.id)),
    );
    expect(await all('"and more"', {}, 1)).toEqual([]);
    const page = (await search('rent', { query: { limit: '1' } })).body;
    expect(page.pagination.has_more).toBe(true);
  });
});

// Threat: A search tells which words stand in a file that the searcher may not read
describe('a document of which the index may know too much', () => {
  const member = { as: 'member' } as const;
  const tenant = ulidOf(organization_id);

  test('is left out until the index is up to date, whatever changed its rights', async () => {
    const id = `user_${credentials.user_ids.owner.slice('usr_'.length)}` as const;
    const { document } = await written(['rent'], {
      created_by: { id, type: 'user_account', name: 'Olivia' },
    });
    const path = { document_id: document.id };
    const leftOut = async () => {
      engine.searches.length = 0;
      await search('rent', member);
      return engine.searches[0]?.query.bool.must_not;
    };
    expect(await leftOut()).toEqual([]);

    const { id: policy_id } = (await stage.call.createPolicy({ json: { name: 'Label' } })).body;
    await stage.call.attachDocumentPolicy({ path, json: { policy_id } });
    expect(await leftOut()).toEqual([{ terms: { document_id: [document.id] } }]);
    expect(await all('rent', member)).toEqual([]);
    const within = { ...member, query: { document_id: document.id } };
    expect(idsOf(await all('rent', within))).toEqual([document.id]);
    await stage.endMarks();
    expect(idsOf(await all('rent', member))).toEqual([document.id]);

    await stage.call.setDocumentAccessLevel({ path, json: { access_level: 'private' } });
    expect(await leftOut()).toEqual([{ terms: { document_id: [document.id] } }]);
    await stage.endMarks();
    // The index is stale, and the door says no.
    expect(await leftOut()).toEqual([]);
    expect(await all('rent', member)).toEqual([]);
  });

  test('beside many others leaves titles to be searched only', async () => {
    const { document } = await written(['rent'], { title: 'Lease' });
    const marks = Array.from({ length: 1001 }, () =>
      markDocument({ document_id: newId('doc'), tenant }, 'hides', 0),
    );
    for (let start = 0; start < marks.length; start += 100)
      await writeBookkeeping(marks.slice(start, start + 100));

    for (const as of ['member', 'owner'] as const) {
      expect(await all('rent', { as })).toEqual([]);
      expect(idsOf(await all('lease', { as }))).toEqual([document.id]);
    }
    await stage.endMarks();
    expect(idsOf(await all('rent', member))).toEqual([document.id]);
  });
});

describe('a stage', () => {
  test('without search answers 404, whatever is asked', async () => {
    setVariables({ searchEndpoints: '' });
    try {
      expect(await search('rent')).toMatchObject(refused('resource_not_found', null));
      expect(await search('')).toMatchObject(refused('invalid_value', 'q'));
    } finally {
      setVariables({ searchEndpoints: engine.url });
    }
  });

  test.for(['dead', 'failing'] as const)(
    'with a %s engine answers 503 and when to ask again',
    async (fault) => {
      engine.fault = fault;
      const answer = await search('rent');

      expect(answer).toMatchObject({
        status: 503,
        error: { type: 'api_error', code: 'search_unavailable', param: null, retry_after: 5 },
      });
      expect(answer.headers.get('Retry-After')).toBe('5');
    },
  );

  test.for([undefined, 'failing'] as const)('logs no word of a search: %s', async (fault) => {
    const { document } = await written(['the confidential zebra']);
    engine.fault = fault;
    const levels = ['info', 'warn', 'error'] as const;
    const spies = levels.map((level) => vi.spyOn(log, level));
    try {
      await search('zebra');
      await search('zebra', { query: { document_id: document.id } });
      await search('-zebra');
      await search('zebra', { query: { cursor: 'zebra' } });
      const lines = spies.flatMap(({ mock }) => mock.calls);
      expect(lines.length).toBeGreaterThanOrEqual(4);
      expect(JSON.stringify(lines, withErrors)).not.toMatch(/zebra/);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});
