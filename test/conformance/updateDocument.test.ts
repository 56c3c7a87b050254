import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';

const fields = { title: 'Non-disclosure agreement', description: 'Mutual' };
const update = (document_id: string, json: unknown, as: Actor = 'owner') =>
  call.updateDocument({ as, path: { document_id }, json });

test('changes the given fields and nothing else', async () => {
  let { document } = await readyDocument({ fields });

  for (const json of [
    { title: 'NDA', description: 'One-sided' },
    { title: '契約書 №1 – Ünïcode 🎉' },
    { description: '' },
    { title: '🎉'.repeat(255) },
    { description: '🎉'.repeat(2000) },
    { description: null },
    {},
    { title: 'NDA', description: 'Mutual' },
    { title: 'NDA', description: 'Mutual' },
    // A document always has a title, so null leaves it.
    { title: null },
    { title: null, description: null },
  ]) {
    const { body: updated } = await update(document.id, json);

    expect(updated).toEqual({ ...document, ...json, title: json.title ?? document.title });
    expect((await call.getDocument({ path: { document_id: document.id } })).body).toEqual(updated);
    document = updated;
  }
});
