/** Writes documents with kept texts with the service's own code, without the API. Import this file only when the environment names the stores. */

import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { createDocument } from '../../shared/data/documents/documents.ts';
import { createVersion, newVersion, processedVersion } from '../../shared/data/documents/versions.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { putTexts } from '../../shared/files/keptTexts.ts';
import { sha256Of } from '../../shared/text/sha256.ts';
import { benchUser, readyDocument } from '../support/storedDocuments.ts';
import { inTurn } from './inTurn.ts';
import { pagesOf, pagesOfDocument } from './searchTexts.ts';

const concurrency = 16;
const size_bytes = 50_000;
const file = { page_count: pagesOfDocument, size_bytes, sha256: sha256Of('a file that nobody opens') };
const facts = { page_count: pagesOfDocument, has_text: true, truncated: false };

/** Stores documents of an organization that have five pages of text each. The index has none of them. */
export const storeWithTexts = (organization_id: OrganizationId, count: number): Promise<void> =>
  inTurn(count, concurrency, async (index) => {
    const id = newId('ver');
    const title = `Agreement ${index}`;
    const ready = readyDocument({ organization_id, title, description: null }, { id, size_bytes });
    const given = { id, number: 1, title: null, description: null, size_bytes, created_by: benchUser };
    const { due_at_ms: _, ...version } = processedVersion(newVersion(ready, given, Date.now()), {
      processing_status: 'ready',
      file,
    });
    await putTexts(id, facts, pagesOf(index));
    await transact([createDocument(ready), createVersion({ ...version, text: 'kept' })]);
  });
