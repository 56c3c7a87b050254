import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../shared/search/places.ts';
import { readSought } from '../../../shared/search/sought.ts';
import { titleMatcher } from '../../../shared/text/titleSearch.ts';
import { drawsOf } from '../../support/rooms/random.ts';

const placesIn = (q: string, text: string) =>
  placesOf(readSought(q).wanted, text).map(({ from, to }) => text.slice(from, to));

describe('the places of a search', () => {
  test.for([
    ['contract', 'A Contract, contracts and a subcontract', ['Contract', 'contracts'], 'longer words'],
    ['limited liability', 'liability is Limited', ['liability', 'Limited'], 'words in the order of the text'],
    ['"limited liability"', 'limited, liability of limited', ['limited, liability'], 'a phrase over a comma'],
    ['"limited liab"', 'limited liability', [], 'a phrase, whose last word is whole'],
    ['"liability company', 'company liability', ['company', 'liability'], 'quotes that do not close'],
    ['cafe', 'Le Café, cafe\u0301s', ['Café', 'cafe\u0301s'], 'Latin without its marks'],
    ['straße', 'Straße', ['Straße'], 'a sharp s'],
    ['finance', 'ﬁnance', ['ﬁnance'], 'a ligature'],
    ['2026-11', 'Report 2026-11', ['2026', '11'], 'a number with a hyphen, part by part'],
    ['京都', '東京都と京都', ['京都', '京都'], 'a place in a run'],
    ['都', '東京都', ['都'], 'one character of a run'],
    ['賃貸 契約', '賃貸契約書', ['賃貸', '契約'], 'two parts of a run'],
    ['계약', '임대차계약서', ['계약'], 'Hangul'],
    ['เช่า', 'สัญญาเช่า', ['เช่า'], 'Thai'],
    ['iPhone用', 'iPhone用ケース', ['iPhone用'], 'a word that goes on in a run'],
    ['𠮷', '大𠮷野', ['𠮷'], 'a character outside of the basic plane'],
  ] as const)('%j in %j are %j: %s', ([q, text, expected]) => {
    expect(placesIn(q, text)).toEqual(expected);
  });

  test('are in a text exactly if a search for titles finds it', () => {
    const letters = [...'abAÉéﬁß12 -.,東京都ガｶﾞ계약\u1100\u1161\u11a8ㄱㅏกำิ\u0301\u00ad\u200dςΣक़ि'];
    const { below, oneOf } = drawsOf(7);
    const randomText = (most: number) =>
      Array.from({ length: 1 + below(most) }, () => oneOf(letters)).join('');
    let found = 0;
    for (let turn = 0; turn < 6000; turn++) {
      const [q, text] = [randomText(3), randomText(12)];
      const { wanted } = readSought(q.replaceAll(/^-|\s-/g, ''));
      // No word of people begins with a mark.
      if (wanted.length === 0 || wanted.some(({ words }) => /^\p{M}/u.test(words[0]))) continue;
      const isFound = wanted.every((part) => placesOf([part], text).length > 0);
      if (isFound) found++;
      if (isFound !== titleMatcher(q)(text)) expect.unreachable(`${JSON.stringify([q, text])} ${isFound}`);
    }
    expect(found).toBeGreaterThan(300);
  });
});
