import { expect, test } from 'vitest';
import { processed, upload } from '../support/documents.ts';
import { readFixture } from '../support/files/fixtures.ts';

/** A file of each kind. `test/unit/pdf/inspect.test.ts` inspects all stored files. */
test.for([
  ['plain.pdf', 'ready'],
  ['encrypted-aes256-object-streams.pdf', 'ready'],
  ['truncated-before-pages.pdf', 'failed'],
] as const)('the processing of %s ends with: %s', async ([file, status]) => {
  const payload = Uint8Array.from(readFixture(file));

  const { id } = await upload({ fields: { title: file }, payload });

  expect((await processed(id)).processing_status).toBe(status);
});
