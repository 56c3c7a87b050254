import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { walk } from '../support/pages.ts';
import { signedIn } from '../support/signedIn.ts';
import { noLocalProvider } from '../support/signIn.ts';

const hour = 60 * 60 * 1000;

describe.skipIf(noLocalProvider)('a person', () => {
  test('sees their sessions, newest first, with the one of the request', async () => {
    const first = await signedIn();
    // Sessions are listed by the second in which they began. So the second session must begin in a later second.
    await setTimeout(1000);
    const second = await first.again();

    const items = await eventually(first.sessions, ({ length }) => length === 2);

    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [second.sessionId, false],
      [first.sessionId, true],
    ]);
    const pages = await walk((query) => call.listSessions({ ...first.as, query }), { limit: '1' });
    expect(pages.map((page) => page.items)).toEqual(items.map((item) => [item]));
    for (const item of items) {
      expect(item).toEqual({
        id: expect.stringMatching(/^ses_[0-9a-hjkmnp-tv-z]{26}$/),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
        current: expect.any(Boolean),
      });
      const [began, used, ends] = [item.created_at, item.last_used_at, item.expires_at].map(Date.parse);
      expect(Date.now() - Number(used)).toBeLessThan(10 * 60 * 1000);
      expect(Number(used)).toBeGreaterThanOrEqual(Number(began));
      expect(Number(ends) - Number(used)).toBe(12 * hour);
    }
  });
});
