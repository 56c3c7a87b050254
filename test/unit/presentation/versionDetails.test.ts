import { expect, test } from 'vitest';
import { newVersion } from '../../../shared/data/documents/versions.ts';
import { presentProblem, presentVersionDetails } from '../../../shared/presentation/versions.ts';

const created_by = { id: `user_${'0'.repeat(26)}`, type: 'user_account', name: 'Ada' } as const;
const given = { id: `ver_${'0'.repeat(26)}`, number: 1, title: null, description: null, created_by } as const;
const stored = newVersion({ id: `doc_${'0'.repeat(26)}` }, { ...given, size_bytes: 9 }, 0);
const file = { page_count: 0, size_bytes: 9, sha256: 'f' };

test.for([
  ['that is not processed', {}, {}],
  ['without a count of pages', { processing_status: 'ready', file }, { sha256: 'f', needs_password: true }],
  [
    'whose pages could be counted, although it needs a password',
    { processing_status: 'ready', file: { ...file, page_count: 2 }, needs_password: true },
    { sha256: 'f', needs_password: true },
  ],
  ...['', 'Invalid PDF structure.', 'of_a_later_release'].map(
    (failure_code) =>
      [
        `that failed with the code "${failure_code}"`,
        { processing_status: 'failed', failure: 'Bad xref', ...(failure_code && { failure_code }) },
        { failure: { code: 'unknown', message: expect.not.stringContaining('xref') } },
      ] as const,
  ),
] as const)('the details of a stored version %s', ([, more, expected]) => {
  expect(presentVersionDetails({ ...stored, ...more }, true)).toEqual({
    ...{ version_id: given.id, number: 1, file_name: null, page_count: null, size_bytes: 9, sha256: null },
    ...{ failure: null, needs_password: false },
    ...expected,
  });
});

const ready = { processing_status: 'ready', file: { ...file, page_count: 2 } } as const;
const lockedFile = { ...ready, needs_password: true } as const;
const undrawn = { refusal: 'too_costly' } as const;

test.for([
  ['that is not processed', {}, false, undefined, null],
  ['that is ready', ready, true, undefined, null],
  ['that needs a password', lockedFile, false, undefined, 'password'],
  ['that failed', { processing_status: 'failed', failure_code: 'no_pages' }, false, undefined, 'no_pages'],
  ['that cannot be drawn, of which readers get the file', ready, false, undrawn, null],
  ['that cannot be drawn, of which readers get pictures', ready, true, undrawn, 'not_shown'],
  ['that is drawn', ready, true, {}, null],
] as const)('the problem of a version %s', ([, more, hasPictures, prepared, code]) => {
  const problem = presentProblem({ ...stored, ...more }, hasPictures, prepared);

  expect(problem).toEqual(code && { version_id: given.id, code, message: expect.stringMatching(/\S/) });
});
