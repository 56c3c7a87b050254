import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition, pdfFileName } from '../../../shared/files/fileName.ts';

describe('the name of a PDF', () => {
  test.for([
    ['Master agreement', '', 'Master agreement.pdf'],
    ['اتفاقية الخدمات', '', 'اتفاقية الخدمات.pdf'],
    ['契約書', ' (version 2)', '契約書 (version 2).pdf'],
    ['..\\..\\etc/passwd\r\nX: y', '', '.. .. etc passwd X y.pdf'],
    ['a.PDF ', ' (version 2)', 'a (version 2).pdf'],
    ['.pdf', '', 'Document.pdf'],
    ['  "Plan" \u202e <final>?\u00a0', ' (entry page)', 'Plan final (entry page).pdf'],
    // The name is cut after a space.
    [`${'a'.repeat(59)} b`, '', `${'a'.repeat(59)}.pdf`],
    // Software that obeys the control character shows `fdp.exe`.
    ['report\u202eexe', '', 'reportexe.pdf'],
  ] as const)('of %j%s is %s', ([title, suffix, expected]) => {
    expect(pdfFileName(title, suffix)).toBe(expected);
  });

  test('is valid in file systems, for any title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 999_999 }),
        (title, n) => {
          const name = pdfFileName(title, ` (version ${n})`);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).not.toMatch(/^\s|\s\s/);
          expect(name).toMatch(new RegExp(`^[^\\p{Cc}<>:"/\\\\|?*]+ \\(version ${n}\\)\\.pdf$`, 'u'));
        },
      ),
    );
  });
});

test('is in Content-Disposition twice, in the old and the new form', () => {
  expect(contentDisposition('attachment', 'Über "uns" (neu)*.pdf')).toBe(
    `attachment; filename="_ber _uns_ (neu)*.pdf"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20%28neu%29%2A.pdf`,
  );
  expect(contentDisposition('inline', 'a.pdf')).toBe(`inline; filename="a.pdf"; filename*=UTF-8''a.pdf`);
});
