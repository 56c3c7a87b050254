import { expect, test } from 'vitest';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Actor } from '../support/client.ts';
import { upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, idsOf } from '../support/pages.ts';

/** Waits until the list, which lags behind, has these documents. */
const listedWith = (as: Actor, query: Record<string, string>, expected: readonly Document[]) =>
  eventually(
    () => allDocuments(as, query),
    (documents) => expected.every(({ id }) => idsOf(documents).includes(id)),
  );

/** Returns a query for documents that are made from now on, because a stage may have other documents. */
const fromHere = async (as: Actor = 'owner') => ({ created_after: (await upload({ as })).created_at });

/** Makes documents one after the other, each in a later millisecond. */
async function uploadInTurn(count: number, as: Actor = 'owner'): Promise<Document[]> {
  const documents: Document[] = [];
  while (documents.length < count) documents.push(await upload({ as }));
  return documents;
}

/** Returns the listed ids that are expected, in the order of the list. Other tests may create more documents at the same time. */
const among = (expected: readonly Document[], listed: readonly Document[]): string[] =>
  idsOf(listed).filter((id) => idsOf(expected).includes(id));

test('lists the shared documents of the organization and all of the caller’s own, and no others', async () => {
  const query = await fromHere();
  const mine = await upload({ as: 'member', fields: { access_level: 'private' } });
  const shared = await upload({ as: 'admin', fields: { access_level: 'organization' } });
  const everyones = await upload({ as: 'owner', fields: { access_level: 'public' } });
  const ofOthers = [
    await upload({ as: 'owner', fields: { access_level: 'private' } }),
    await upload({ as: 'service_account', fields: { access_level: 'private' } }),
    await upload({ as: 'outsider', fields: { access_level: 'public' } }),
    await upload({ as: 'newcomer', fields: { access_level: 'private' } }),
  ];

  const listed = await listedWith('member', query, [mine, shared, everyones]);

  expect(among([...ofOthers, mine, shared, everyones], listed)).toEqual(idsOf([everyones, shared, mine]));
});

test('created_after and created_before exclude documents of exactly that time', async () => {
  const query = await fromHere();
  const created = await uploadInTurn(5);
  const [, second, , fourth] = created;
  await listedWith('owner', query, created);

  const after = await allDocuments('owner', { created_after: second?.created_at ?? '' });
  const before = await allDocuments('owner', { ...query, created_before: fourth?.created_at ?? '' });
  const between = await allDocuments('owner', {
    created_after: second?.created_at ?? '',
    created_before: fourth?.created_at ?? '',
  });

  const ids = idsOf(created);
  expect(among(created, after)).toEqual([ids[4], ids[3], ids[2]]);
  expect(among(created, before)).toEqual([ids[2], ids[1], ids[0]]);
  expect(among(created, between)).toEqual([ids[2]]);
});
