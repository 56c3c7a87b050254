import { expect, test } from 'vitest';
import { createDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { howToSignIn } from '../../../shared/mail/openShare.ts';

const email = 'ines@example.org';

test.for([
  [null, undefined, 'to read the document.'],
  ['2026-12-15T22:59:59.000Z', undefined, 'until 2026-12-15 22:59 UTC.'],
  ['2026-12-15T22:59:59.000Z', 'Europe/Berlin', 'until the end of 15 December 2026, Berlin time.'],
  ['2026-12-16T07:59:59.000Z', 'America/Los_Angeles', 'until the end of 15 December 2026, Los Angeles time.'],
  ['2026-12-15T12:00:00.000Z', 'Europe/Berlin', 'until 13:00 on 15 December 2026, Berlin time.'],
] as const)('a mail says the end %s in the zone %s', ([expires_at, time_zone, end]) => {
  expect(howToSignIn({ email, expires_at, ...(time_zone && { time_zone }) })).toMatch(end);
});

test.for([
  ['Europe/Berlin', true],
  ['+01:00', false],
  ['', false],
  [null, false],
  ['Europe/Berlin\n', false],
])('the time zone %j is accepted: %s', ([time_zone, isAccepted]) => {
  const { success } = createDocumentShare.body.schema.safeParse({ email, time_zone });
  expect(success).toBe(isAccepted);
});
