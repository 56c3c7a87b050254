/**
 * A process that fills a data directory with the local people, and with documents of their organization that have five pages of text each:
 * `node searchSeed.ts DIRECTORY COUNT`. The index has none of them.
 */

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf, type ObjectInfo } from 'assembly-host/s3/objectInfo';
import type { VersionId } from '../../shared/contract/identifiers.ts';
import { createDocument } from '../../shared/data/documents/documents.ts';
import { createVersion, newVersion, processedVersion } from '../../shared/data/documents/versions.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { bucketName } from '../../shared/files/client.ts';
import { packTexts, textsKey } from '../../shared/files/keptTexts.ts';
import { sha256Of } from '../../shared/text/sha256.ts';
import { openStage } from '../support/stages/stage.ts';
import { benchUser, readyDocument } from '../support/storedDocuments.ts';
import { writeDirectly } from './directWrites.ts';
import { pagesOf, pagesOfDocument } from './searchTexts.ts';

const [directory = '', count = ''] = process.argv.slice(2);
/** The number of documents in a transaction. A transaction can have a hundred items, and each document has two. */
const together = 50;

const stage = await openStage({ dataDirectory: directory });
// No server may have the files open during `writeDirectly`.
await stage.close();
const { organization_id } = stage.credentials;
const bucket = join(directory, 's3', bucketName());

const size_bytes = 50_000;
const file = { page_count: pagesOfDocument, size_bytes, sha256: sha256Of('a file that nobody opens') };

function documentOf(index: number) {
  const id = newId('ver');
  const title = `Agreement ${index}`;
  const ready = readyDocument({ organization_id, title, description: null }, { id, size_bytes });
  const given = { id, number: 1, title: null, description: null, size_bytes, created_by: benchUser };
  const { due_at_ms: _, ...version } = processedVersion(newVersion(ready, given, Date.now()), {
    processing_status: 'ready',
    file,
  });
  putTexts(id, index);
  return [createDocument(ready), createVersion({ ...version, text: 'kept' })];
}

function putTexts(id: VersionId, index: number): void {
  const facts = { page_count: pagesOfDocument, has_text: true, truncated: false };
  const content = packTexts(facts, pagesOf(index));
  const info: ObjectInfo = {
    key: textsKey(id),
    size: content.length,
    etag: '"0"',
    modifiedAt: Date.now(),
    headers: {},
    file: randomUUID(),
    sha256: Buffer.from(sha256Of(content), 'hex').toString('base64'),
  };
  writeFileSync(join(bucket, 'content', info.file), content);
  writeFileSync(join(bucket, 'objects', fileNameOf(info.key)), JSON.stringify(info));
}

await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  for (let start = 0; start < Number(count); start += together) {
    const some = Array.from({ length: Math.min(together, Number(count) - start) }, (_, at) => start + at);
    await transact(some.flatMap(documentOf));
  }
});
