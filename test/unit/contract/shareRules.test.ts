import { expect, test } from 'vitest';
import { newShareRules } from '../../../shared/contract/resources/shareRules.ts';

test.for([
  [{ view_only: false, watermark: false }, {}],
  [
    { view_only: true, watermark: false, acknowledgement: 'I keep\nit.' },
    { view_only: true, acknowledgement: 'I keep\nit.' },
  ],
  [{ acknowledgement: '😀'.repeat(10_000) }, { acknowledgement: '😀'.repeat(10_000) }],
] as const)('the rules of a share are stored without those that are false: %#', ([given, stored]) => {
  expect(newShareRules.safeParse(given).data).toEqual(stored);
});

test.for([
  null,
  'view_only',
  [],
  { view_only: null },
  { watermark: 'true' },
  { expires_at: '2030-01-01T00:00:00Z' },
  JSON.parse('{"__proto__":{"view_only":true}}'),
  ...[null, '', 'a\u0007', '\ud800', 'x'.repeat(10_001)].map((acknowledgement) => ({ acknowledgement })),
])('other rules of a share are one issue of the whole object: %j', (given) => {
  expect(newShareRules.safeParse(given).error?.issues).toMatchObject([{ code: 'custom', path: [] }]);
});
