import { searchesPerMinute, snippetMaxCharacters } from '../limits.ts';
import type * as contracts from '../operations/search.ts';
import { type SearchHit, searchHit } from '../resources/searchHit.ts';
import { listPageOf } from './common.ts';
import { named, type WordsOf } from './named.ts';

named('SearchHit', searchHit, {
  description: 'A document, or a page of it, that has the words of a search.',
  fields: {
    document_id: 'The document.',
    version_id: 'Its current version, which has the words.',
    title: 'Its title.',
    service_url: 'The page that shows it.',
    page: 'The page that has the words. The first page is 1. null if they are in the title, or in title and description.',
    snippet:
      `Text around the words, at most ${snippetMaxCharacters} characters without markup: \`hit\` says which pieces are the words. null if \`page\` ` +
      'is null, and for readers under `view_only` or `watermark`.',
    room_id: 'The room of the request, or null.',
  },
});

const hit: SearchHit = {
  document_id: 'doc_01kk8jwpe5c8q2v4x6z8b0d2f4',
  version_id: 'ver_01kk8jwpe5b3crkn4hm6n8t754',
  title: 'Master agreement',
  service_url: 'https://docs.example.com/d/doc_01kk8jwpe5c8q2v4x6z8b0d2f4',
  page: 4,
  snippet: [
    { text: 'limits the ', hit: false },
    { text: 'liability', hit: true },
    { text: ' of either party', hit: false },
  ],
  room_id: null,
};

export const words: WordsOf<typeof contracts> = {
  search: {
    description:
      'Finds the documents whose page, or whose title and description together, have all words of `q`. A word begins a word of the text; in ' +
      'Han, kana, Hangul, Thai, Lao, Khmer and Burmese at any character. `"a phrase"` finds words that follow one another, and a minus ' +
      'excludes: `-word`, `-"a phrase"`. Hits in titles come first. Each document is one item, with `document_id` each page. You find what ' +
      'you may read: documents of your organization, those shared with you, and with `room_id` those that a room shows you. Texts of ' +
      'documents with an acknowledgement, allowed readers or an end are searched for readers only with `document_id`, after they may read; ' +
      'otherwise such a document is found by its title. A page can be short or empty while `has_more` is true. New versions are found ' +
      `within a minute. A search is no reading. There are at most ${searchesPerMinute} searches a minute for a person. If the search engine does ` +
      'not answer, the answer is 503. A stage without a search engine answers 404.',
    success: 'A page of hits.',
    ...listPageOf('SearchHitPage', 'A page of hits, best first.', 'The hits.', [hit]),
  },
};
