import { expect, test } from 'vitest';
import { alarmedStage } from './alarmedStage.ts';
import { firingAlarms } from './firingAlarms.ts';

const fiveMinutes = 5 * 60_000;

test('an alarm fires if the search engine refuses searches for a quarter of an hour', async () => {
  const { after, request } = await alarmedStage({
    isSeeded: true,
    tamper: ({ Type, Properties }) => {
      if (Type === 'AWS::OpenSearchServerless::AccessPolicy') Properties.Policy = '[]';
    },
  });
  const [name] = firingAlarms.ofSearch;
  const searchFires = async () => {
    expect((await request('/v1/search?q=words')).status).toBe(503);
    const isFiring = (await after(0)).includes(name);
    await after(fiveMinutes);
    return isFiring;
  };

  expect([await searchFires(), await searchFires(), await searchFires()]).toEqual([false, false, true]);
});
