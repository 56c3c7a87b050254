/**
 * A process that fills a data directory with documents of one version each, and their files: `node restoreSeed.ts DIRECTORY COUNT`.
 * The first document has lost its file, and one file belongs to no document.
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
import { firstUlidAt, newId } from '../../shared/data/table/ids.ts';
import { bucketName } from '../../shared/files/client.ts';
import { payloadKey } from '../../shared/files/payloads.ts';
import { sha256Of } from '../../shared/text/sha256.ts';
import { openStores } from '../support/stages/stores.ts';
import { benchUser, readyDocument } from '../support/storedDocuments.ts';
import { writeDirectly } from './directWrites.ts';

const [directory = '', count = ''] = process.argv.slice(2);
/** The number of documents in a transaction. A transaction can have a hundred items, and each document has two. */
const together = 50;
const dayMilliseconds = 24 * 60 * 60_000;

const content = Buffer.from('%PDF-1.7 as good as any: nobody opens it');
const file = { page_count: 1, size_bytes: content.length, sha256: sha256Of(content) };
const organization_id = newId('org');

function document(id: VersionId) {
  const ready = readyDocument({ organization_id, description: null }, { id, size_bytes: content.length });
  const given = { id, number: 1, title: null, description: null, size_bytes: content.length };
  const version = newVersion(ready, { ...given, created_by: benchUser }, Date.now());
  return [
    createDocument(ready),
    createVersion(processedVersion(version, { processing_status: 'ready', file })),
  ];
}

// The table and the bucket must exist.
const stores = await openStores('http://localhost', { dataDirectory: directory });
await stores.close();

const ids = Array.from({ length: Number(count) }, () => newId('ver'));
await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  for (let start = 0; start < ids.length; start += together)
    await transact(ids.slice(start, start + together).flatMap(document));
});

const bucket = join(directory, 's3', bucketName());
const orphan: VersionId = `ver_${firstUlidAt(Date.now() - dayMilliseconds)}`;
const shared = randomUUID();
writeFileSync(join(bucket, 'content', shared), content);
for (const id of [orphan, ...ids.slice(1)]) {
  const info: ObjectInfo = {
    key: payloadKey(id),
    size: content.length,
    etag: '"0"',
    modifiedAt: Date.now(),
    headers: {},
    file: shared,
    sha256: Buffer.from(file.sha256, 'hex').toString('base64'),
  };
  writeFileSync(join(bucket, 'objects', fileNameOf(info.key)), JSON.stringify(info));
}
