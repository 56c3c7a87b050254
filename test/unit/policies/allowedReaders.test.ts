import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf, readersOf } from '../../../shared/policies/allowedReaders.ts';

const texts = (...some: readonly string[]) => fc.array(fc.oneof(fc.constantFrom(...some), fc.string()));
const lists = fc.record({
  allowed_emails: texts(
    'Ada@ACME.example',
    ' bo@b\u00fccher.example',
    'eve@evil.example',
    '@',
    'mailto:a@b.example',
  ),
  allowed_email_domains: texts('acme.example', 'B\u00dcCHER.example', '.example', '*.example', ''),
});

test('stored forms allow the readers that the texts allow, at their revision only', () => {
  fc.assert(
    fc.property(lists, lists, (rules, others) => {
      const from = (normalized_readers: ReturnType<typeof formsOf>) =>
        readersOf({ rules: { ...rules }, revision: 2, normalized_readers });
      const before = from(undefined);

      expect(from(formsOf(rules, 2))).toEqual(before);
      expect(from(formsOf(others, 1)), 'an older release changed the rules').toEqual(before);
    }),
  );
});
