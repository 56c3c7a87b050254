import { expect, test } from 'vitest';
import { endInWords } from '../../../shared/pages/document/words.ts';
import { speak } from '../../../shared/words/speak.ts';

test.for([
  ['en', undefined, '15 December 2026 at 22:59 UTC'],
  ['en', 'Europe/Berlin', 'the end of 15 December 2026, Berlin time'],
  ['en', 'America/Los_Angeles', '14:59 on 15 December 2026, Los Angeles time'],
  ['de', 'Europe/Berlin', 'Ende des 15. Dezember 2026 (Zeit in Berlin)'],
  ['ja', 'Europe/Berlin', '2026年12月15日の終わり（Berlinの時刻）'],
] as const)('a page says the end of a share in %s, in the zone %s', async ([language, zone, words]) => {
  const shown = await speak(language, async () => endInWords('2026-12-15T22:59:59.000Z', zone));

  expect(shown.markup).toContain(words);
});
