import { describe, expect, test } from 'vitest';
import { getUsage } from '../../../shared/data/organizations/usage.ts';
import { joined, storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { put, type Upload } from '../../support/putUpload.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const pdf = await makePdf();
const { call, table } = await sharedStage({ environment: { quotaDocuments: '2' } });

async function someOrganization() {
  const { id, owner } = await storedOrganization();
  return { id, headers: (await storedApiKey(owner)).headers, owner };
}
type Headers = Readonly<Record<string, string>>;

async function uploaded(headers: Headers): Promise<Upload> {
  const { body } = await call.createUpload({ as: null, headers, json: { size_bytes: pdf.byteLength } });
  expect(await put(body, pdf)).toBe(200);
  return body;
}
const create = (headers: Headers, upload_id: string) =>
  call.createDocument({ as: null, headers, form: uploadForm({ title: 'Large', upload_id }, null) });
const rowsOf = async ({ id }: Upload) =>
  (await table.everything()).filter(({ pk }) => pk === `UPLOAD#${id.slice(4)}`);

describe('an upload', () => {
  test('expires after an hour, also before the table removes it', async () => {
    const { headers } = await someOrganization();
    const upload = await uploaded(headers);
    const [row] = await rowsOf(upload);
    if (!row) throw new Error('the upload was not stored');
    await table.set(row, 'expires_at_seconds', Math.floor(Date.now() / 1000) - 1);

    expect(await create(headers, upload.id)).toMatchObject(refused('invalid_upload', 'upload_id'));
  });

  test('counts once when a document is made of it, also with requests at the same time, and leaves nothing', async () => {
    const { id, headers } = await someOrganization();
    const upload = await uploaded(headers);
    expect(await rowsOf(upload)).toHaveLength(1);
    expect(await getUsage(id)).toMatchObject({ documents: 0, stored_bytes: 0 });

    await Promise.all(Array.from({ length: 2 }, () => create(headers, upload.id)));

    expect(await getUsage(id)).toMatchObject({ documents: 1, stored_bytes: pdf.byteLength });
    expect(await rowsOf(upload)).toEqual([]);
  });

  test('can still be used after a quota refused the document', async () => {
    const { headers } = await someOrganization();
    const upload = await uploaded(headers);
    for (let count = 0; count < 2; count++) await create(headers, (await uploaded(headers)).id);

    expect(await create(headers, upload.id)).toMatchObject(refused('quota_exceeded'));

    expect(await rowsOf(upload)).toHaveLength(1);
  });

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('belongs to one organization, so its owner cannot use it in another', async () => {
    const first = await someOrganization();
    const second = await storedOrganization();
    await joined(first.owner, second.id, 'member');
    const { headers } = await storedApiKey(first.owner, { organization_id: second.id });
    const upload = await uploaded(first.headers);

    expect(await create(headers, upload.id)).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(await rowsOf(upload)).toHaveLength(1);
  });
});
