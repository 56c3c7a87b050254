import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOfTests } from '../ownDirectory.ts';
import { type OpenSearch, openOpenSearch, type Source } from './fixture.ts';

const directory = directoryOfTests();
let opened: OpenSearch;
beforeAll(async () => {
  opened = await openOpenSearch(directory);
});
afterAll(() => opened.close());

/** Keeps the entries of a test apart from those of others. */
const only = (group: string, query: object) => ({
  bool: { filter: [{ term: { owner: group } }, query] },
});
const find = (group: string, query: object, more?: object) => opened.find(only(group, query), more);
const put = (group: string, entries: Readonly<Record<string, Source>>) =>
  opened.put(
    Object.fromEntries(Object.entries(entries).map(([id, source]) => [id, { owner: group, ...source }])),
  );

describe('any characters', () => {
  const pieces =
    '" * : ^ - + ( ) { } ~ \' \\ % AND OR NOT NEAR NEAR( "a ab f0 f0:a rowid a A b B \0 \u0007 \u007f \ue000 \ue100 \ue141 é É 京 𠮷 𠮷野 👍 \u00a0 \ufeff \u0301 ﷽'.split(
      ' ',
    );
  const token = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''));
  const space = fc.constantFrom(' ', '\u3000', '\n', '\u001f ');
  const text = fc.array(fc.tuple(token, space), { maxLength: 6 });

  test('are found as they are, and are never operators', async () => {
    let run = 0;
    const check = async (texts: readonly [string, string][][], parts: readonly string[]) => {
      run += 1;
      const group = `any-${run}`;
      const ids = texts.map((_, index) => `${group}-${index}`);
      await put(
        group,
        Object.fromEntries(texts.map((one, index) => [ids[index] ?? '', { text: one.flat().join('') }])),
      );
      const requireFound = async (query: object, isFound: (tokens: readonly string[]) => boolean) => {
        const expected = ids.filter((_, index) => isFound(texts[index]?.map(([one]) => one) ?? []));
        expect((await find(group, query)).toSorted(), JSON.stringify(query)).toEqual(expected.toSorted());
      };
      for (const value of parts) {
        await requireFound({ term: { text: { value } } }, (tokens) => tokens.includes(value));
        await requireFound({ prefix: { text: { value } } }, (tokens) =>
          tokens.some((one) => one.startsWith(value)),
        );
      }
      const hasPhrase = (isLastOpen: boolean) => (tokens: readonly string[]) =>
        parts.length > 0 &&
        tokens.some((_, at) =>
          parts.every((part, index) =>
            isLastOpen && index === parts.length - 1
              ? tokens[at + index]?.startsWith(part)
              : tokens[at + index] === part,
          ),
        );
      const query = parts.join(' ');
      await requireFound({ match_phrase: { text: { query } } }, hasPhrase(false));
      await requireFound({ match_phrase_prefix: { text: { query } } }, hasPhrase(true));
    };

    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(token, { maxLength: 3 }),
        check,
      ),
      { numRuns: 20 },
    );
  });
});
