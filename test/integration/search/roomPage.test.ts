import { describe, expect, test } from 'vitest';
import { storedMember, storedOrganization, storedSession } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { entriesOf, searchStage, storeWritten } from '../../support/search/searchStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const { engine, open } = await searchStage();

/** A room that members see, with a document for each list of pages. */
async function written(...documents: readonly (readonly string[])[]) {
  const { id: organization_id, owner } = await storedOrganization();
  const room = await storedRoom(owner, { documents_at_top: documents.length });
  await room.grant({ organization: true }, 'download');
  const made = [];
  for (const [index, pages] of documents.entries()) {
    const one = await storeWritten(
      { organization_id, title: `Lease ${index + 1}`, description: null, access_level: 'organization' },
      pages,
    );
    await room.addDocument(one.document.id);
    engine.put(...entriesOf(one));
    made.push(one.document.id);
  }
  const { headers } = await storedSession(await storedMember(organization_id, 'member'));
  const get = async (query: string, method = 'GET') => {
    const { status, text } = await open(`/r/${room.id}?${query}`, headers, { method });
    expect(status).toBe(200);
    return text;
  };
  return { room, made, get };
}

const hitsIn = (page: string): string[] =>
  [...page.matchAll(/<a class="hit" href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('the page of a room', () => {
  // Threat: Text that people wrote runs as script (XSS)
  test('shows hits in texts below titles, and links to the page with the words', async () => {
    const { room, made, get } = await written(['none', 'The <b>Rent</b> of "Lease".'], ['rent']);

    const page = await get('q=rent');

    expect(page).toContain('0 titles have “rent”');
    expect(hitsIn(page)).toEqual(
      expect.arrayContaining([
        `/d/${made[0]}?room=${room.id}&page=2#page=2&search=rent`,
        `/d/${made[1]}?room=${room.id}&page=1#page=1&search=rent`,
      ]),
    );
    expect(page).toContain('The &lt;b&gt;<mark>Rent</mark>&lt;/b&gt; of &quot;Lease&quot;.');
    expect(page).toContain('Page 2');
    const phrase = await get(`q=${encodeURIComponent('"b rent"')}`);
    expect(hitsIn(phrase)).toEqual([`/d/${made[0]}?room=${room.id}&page=2#page=2&search=%22b%20rent%22`]);
    // Titles are above already.
    expect(hitsIn(await get('q=lease'))).toEqual([]);
    expect(engine.searches.every((body) => JSON.stringify(body).includes(made[0] ?? ''))).toBe(true);
  });

  test('shows only titles if the search has only words to exclude, and asks nothing for HEAD and later titles', async () => {
    const { get } = await written(['rent']);

    const page = await get('q=-lease');
    expect(page).toContain('1 title has “-lease”');
    expect(page).not.toContain('Found in texts');
    await get('q=rent', 'HEAD');
    await get(`q=rent&after=itm_${'0'.repeat(26)}`);
    expect(engine.searches).toEqual([]);
  });

  test('finds titles as ever on a stage without search, and says if the engine does not answer', async () => {
    const { get } = await written(['rent']);

    engine.fault = 'dead';
    const dead = await get('q=lease');
    expect(dead).toContain('1 title has “lease”');
    expect(dead).toContain('Texts cannot be searched right now.');
    setVariables({ searchEndpoints: '' });
    try {
      const off = await get('q=lease');
      expect(off).toContain('1 title has “lease”');
      expect(off).toContain('Search titles<');
      expect(off).not.toMatch(/texts/i);
    } finally {
      setVariables({ searchEndpoints: engine.url });
    }
  });
});
