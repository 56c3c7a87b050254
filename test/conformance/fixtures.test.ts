import { expect, test } from 'vitest';
import { processed, upload } from '../support/documents.ts';
import { pdfFixtures, readFixture } from '../support/files/fixtures.ts';

test.for(pdfFixtures)(
  'the processing of $file has the same result as PDF readers',
  async ({ file, pageCount }) => {
    const payload = Uint8Array.from(readFixture(file));

    const { id } = await upload({ fields: { title: file }, payload });
    const document = await processed(id);

    expect(document.processing_status).toBe(pageCount === null ? 'failed' : 'ready');
  },
);
